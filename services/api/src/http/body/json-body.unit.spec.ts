import { excessOf, parseBody } from './json-body.ts';

test('brackets and colons within text count neither as depth nor as keys', () => {
  expect(excessOf(JSON.stringify({ text: '['.repeat(100) + '\\"{{{' + ':'.repeat(60_000) }))).toBeNull();
});

test.each([
  [50_000, null],
  [50_001, 'KEYS'],
])('%i keys, wherever they are, are %p', (count, excess) => {
  const inner = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [index, 1]));
  const text = JSON.stringify(
    Array.from({ length: Math.floor(count / 10) }, () => inner).concat(
      Object.fromEntries(Array.from({ length: count % 10 }, (_, index) => [index, 1])) as typeof inner,
    ),
  );
  expect(excessOf(text)).toBe(excess);
});

test.each([
  [32, null],
  [33, 'DEPTH'],
])('%i levels are %p', (depth, excess) => {
  expect(excessOf('['.repeat(depth) + ']'.repeat(depth))).toBe(excess);
});

test('120,888 keys are refused without being built', () => {
  const text = `{${Array.from({ length: 120_888 }, (_, index) => `"${index.toString(36)}":1`).join()}}`;
  expect(() => parseBody(text)).toThrow('Has more than 50000 keys');
});

test('ten thousand levels are refused without being built', () => {
  expect(() => parseBody(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)).toThrow('Nests too deeply');
});

test.each([
  '{"__proto__":{"isAdmin":true}}',
  '{"a":{"__proto__":1}}',
  '{"\\u005f_proto__":1}',
  '{"constructor":{"prototype":{}}}',
])('%s is refused', (text) => {
  expect(() => parseBody(text)).toThrow('This field is not known');
});

test('text may speak of constructors', () => {
  expect(parseBody('{"description":"The constructor fell: __proto__ \\u00e9"}')).toEqual({
    description: 'The constructor fell: __proto__ é',
  });
});

test('an empty body is none', () => {
  expect(parseBody(' \n')).toBeUndefined();
});

test('what is not JSON is said to be', () => {
  expect(() => parseBody('{"a":')).toThrow('Must be JSON');
});
