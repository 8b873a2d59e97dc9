import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { demoCatalogue } from '@plimsoll/contracts/billing/demo-catalogue';
import { legalClaims, legalPages, notClaims, planClaims } from './legal-claims.ts';
import { promises } from './promises.ts';
import { testsOfSource } from './tests-in-source.ts';
import { textsIn, textsOfSource, type SourceText } from './texts-in-source.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Where the product's texts are: the console with its terms and its privacy page, the contracts, and the API's field
 * errors.
 */
const folders = ['console/src', 'contracts/src', 'services/api/src'];

/** Words that announce something, or state that something always holds. */
const promising = /\b(?:will|can|at once|stays?|never|always)\b(?!['’]t)/i;

const asPattern = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/\{[^}]*\}|\bN\b/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
  );
const ofSpecification = readFileSync(path.join(import.meta.dirname, 'specification-texts.txt'), 'utf8')
  .split('\n')
  .filter((line) => line && !line.startsWith('#'))
  .map(asPattern);

const texts = textsIn(root, folders);
const promised: readonly SourceText[] = texts.filter(
  ({ text, file }) =>
    promising.test(text) && !legalPages.includes(file) && !ofSpecification.some((pattern) => pattern.test(text)),
);

test('every text of ours that promises something is on the list', () => {
  const listed = new Set(promises.map(({ text }) => text));
  expect(promised.filter(({ text }) => !listed.has(text)).map(({ text, file }) => `${file}: ${text}`)).toEqual([]);
});

test('the list has each promise once, and none that no text makes any more', () => {
  const current = new Set(promised.map(({ text }) => text));
  expect(promises.filter(({ text }) => !current.has(text)).map(({ text }) => text)).toEqual([]);
  expect(new Set(promises.map(({ text }) => text)).size).toBe(promises.length);
});

test('each sentence of the legal pages is proved or claims nothing, and the lists have no others', () => {
  const claims = texts.filter(({ file }) => legalPages.includes(file)).map(({ text }) => text);
  expect(new Set(claims)).toEqual(new Set([...legalClaims.map(({ text }) => text), ...notClaims]));
});

test('a plan describes itself by what is proved, and by nothing else', () => {
  const points = demoCatalogue.products.flatMap(({ sellingPoints }) => sellingPoints);
  expect(new Set(points)).toEqual(new Set(planClaims.map(({ text }) => text)));
});

test.each([...promises, ...legalClaims, ...planClaims])(
  '"$text" is proved by tests that exist and run',
  ({ provedBy }) => {
    expect(provedBy.length).toBeGreaterThan(0);
    const missing = provedBy.filter(({ file, test: name }) => {
      const at = path.join(root, file);
      return !existsSync(at) || !testsOfSource(readFileSync(at, 'utf8'), file).has(name);
    });
    expect(missing).toEqual([]);
  },
);

test('a sentence is read as a whole, whatever elements it contains', () => {
  const source = `
    export function Page({ name, no }: { name: string; no: number }) {
      const fault = new Error('this can never be seen');
      return (
        <div className="always never">
          <p>
            You approve <b>revision {no}</b>; it
            will stay.
          </p>
          {no > 1 && <Note title={\`\${name} can be restored\`} text={'At once, ' + 'or never'} />}
          <p>{no ? 'One can' : 'Nobody ever'}</p>
        </div>
      );
    }`;
  expect(textsOfSource(source, 'page.tsx')).toEqual([
    'You approve revision {}; it will stay.',
    '{} can be restored',
    'At once, or never',
    'One can',
    'Nobody ever',
  ]);
});

test('a test counts by its name as it is written, and one that is skipped does not', () => {
  const source = `
    test('holds', () => undefined);
    describe('all', () => { it.each([1])('holds for %i', () => undefined); it.skip('rests', () => undefined); });
    test('has a tag', { tag: '@phone' }, async () => undefined);`;
  expect([...testsOfSource(source, 'some.spec.ts')]).toEqual(['holds', 'holds for %i', 'has a tag']);
});
