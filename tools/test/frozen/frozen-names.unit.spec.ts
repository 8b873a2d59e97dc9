import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { namesOfCode, type Names } from './names-of-code.ts';
import { textsInSource } from './texts-in-source.ts';

const frozen = JSON.parse(readFileSync(new URL('./frozen-names.json', import.meta.url), 'utf8')) as {
  readonly code: Names;
  readonly sourceTexts: Names;
};
const root = fileURLToPath(new URL('../../..', import.meta.url));

const without = (names: readonly string[], others: readonly string[]): string[] =>
  names.filter((name) => !others.includes(name));

let code: Names;
beforeAll(async () => {
  code = await namesOfCode();
});

test('the list has each category of names', () => {
  expect(Object.keys(code).sort()).toEqual(Object.keys(frozen.code).sort());
});

/** New names of these categories are listed elsewhere: in `schemas.lock.json`, `access.json` or generated files. */
const listedElsewhere = new Set([
  'error classes',
  'event types',
  'migrations',
  'operations of the API',
  'permissions',
  'stream kinds',
  'versions of read models',
]);

test.each(Object.keys(frozen.code))(
  'no name that stored data or the outside world depends on changes: %s',
  (category) => {
    const [before, now] = [frozen.code[category]!, code[category]!];
    expect(without(before, now)).toEqual([]);
  },
);

test.each(Object.keys(frozen.code).filter((category) => !listedElsewhere.has(category)))(
  'a new name that stored data or the outside world will depend on is listed: %s',
  (category) => {
    expect(without(code[category]!, frozen.code[category]!)).toEqual([]);
  },
);

/** Repeatable steps may run before or after tables that they do not need. New steps may be in between. */
test('steps of the database that run once run in the order in which they ran before', () => {
  const once = (lines: readonly string[]) => lines.filter((line) => !line.endsWith(' repeatable'));
  const before = once(frozen.code['migrations']!);
  const known = new Set(before);
  expect(once(code['migrations']!).filter((step) => known.has(step))).toEqual(before);
});

/**
 * These literals are inside functions: purposes of keys and names of stores that no export shows, and locks that only
 * two concurrent processes would show. Therefore all sources are searched for them, wherever they are. What
 * `known-answers.unit.spec.ts` covers is included. New texts need not be listed: not all of them outlive a process.
 */
test('no text that names a lock, a derived key, a GUID, a command, a job or a store of a browser changes', () => {
  const found = textsInSource(root) as unknown as Names;
  const gone = Object.entries(frozen.sourceTexts).flatMap(([kind, texts]) =>
    without(texts, found[kind] ?? []).map((text) => `${kind}: ${text}`),
  );
  expect(gone).toEqual([]);
});
