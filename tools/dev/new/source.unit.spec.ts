import { addBefore, addExportLine, addImport, addToCall, append, constant } from './source.mjs';

test('an element is added at the end of a list, whatever its type is declared as', () => {
  for (const text of ['const all = [a];', 'const all = [a] as const;', 'const all = [a] as const satisfies X[];'])
    expect(append(text, constant(text, 'all')!, 'b')).toBe(text.replace('[a]', '[a, b]'));
  const empty = 'const all: X[] = [];';
  expect(append(empty, constant(empty, 'all')!, 'b')).toBe('const all: X[] = [b];');
});

test('a property of a declaration is added, or extended where it exists', () => {
  const once = addToCall("defineContext({ name: 'a' });", 'defineContext', 'streams', 'one');
  expect(once).toBe("defineContext({ name: 'a', streams: [one] });");
  expect(addToCall(once, 'defineContext', 'streams', 'two')).toBe("defineContext({ name: 'a', streams: [one, two] });");
  expect(addToCall(once, 'defineContext', 'labels', "a: 'A'", 'object')).toBe(
    "defineContext({ name: 'a', streams: [one], labels: { a: 'A' } });",
  );
});

test('an import is added once, to the line of its file if there is one', () => {
  const text = "import { a } from './a.ts';\n\nconst x = a;\n";
  expect(addImport(text, 'a', './a.ts')).toBe(text);
  expect(addImport(text, 'b', './a.ts')).toContain("import { a, b } from './a.ts';");
  expect(addImport(text, 'c', './c.ts')).toContain("import { a } from './a.ts';\nimport { c } from './c.ts';\n");
  expect(addImport("import type { A } from './a.ts';\n", 'a', './a.ts')).toBe(
    "import type { A } from './a.ts';\nimport { a } from './a.ts';\n",
  );
});

test('a statement is added before the list that will name it', () => {
  expect(addBefore('const a = 1;\nconst all = [a];\n', 'all', 'const b = 2;')).toBe(
    'const a = 1;\n\nconst b = 2;\nconst all = [a];\n',
  );
});

test('a context is listed by the name of its file', () => {
  const list = "/* All. */\nexport { a } from './a.ts';\nexport { c } from './c.ts';\n";
  expect(addExportLine(list, "export { b } from './b.ts';")).toBe(
    "/* All. */\nexport { a } from './a.ts';\nexport { b } from './b.ts';\nexport { c } from './c.ts';\n",
  );
});
