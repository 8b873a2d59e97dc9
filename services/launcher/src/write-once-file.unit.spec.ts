import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readOrCreate, writeOnce } from './write-once-file.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'plimsoll-kept-'))));
afterEach(() => rmSync(folder, { recursive: true }));

test('a secret is made once, for its owner alone, and nothing is left beside it', () => {
  const file = join(folder, 'keys', 'one');
  expect(readOrCreate(file, () => 'first')).toBe('first');
  expect(readOrCreate(file, () => 'second')).toBe('first');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'keys')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(folder, 'keys'))).toEqual(['one']);
});

test('what another process wrote in between stays, and both get the same', () => {
  const file = join(folder, 'one');
  expect(readOrCreate(file, () => (writeOnce(file, 'theirs'), 'ours'))).toBe('theirs');
});

test.each([
  ['', 'empty'],
  ['not a number', 'broken'],
])('a file that holds %p is named as %s, and is not replaced', (text, error) => {
  const file = join(folder, 'one');
  writeFileSync(file, text);
  expect(() =>
    readOrCreate(
      file,
      () => '5',
      (content) => /^\d+$/.test(content),
    ),
  ).toThrow(
    `${file} is ${error}: put it back from your copy; where nothing is to be kept yet, "npm start -- --fresh" begins anew`,
  );
});

test('what cannot be written says which file, and leaves none', () => {
  const inTheWay = join(folder, 'file');
  writeFileSync(inTheWay, '');
  const file = join(inTheWay, 'below');
  expect(() => writeOnce(file, 'x')).toThrow(
    expect.objectContaining({ path: expect.stringContaining(inTheWay) }) as Error,
  );
  expect(readdirSync(folder)).toEqual(['file']);
});
