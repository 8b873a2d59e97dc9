import { readdirSync, readFileSync } from 'node:fs';
import { allContexts } from '@plimsoll/contracts/all-contexts';
import { derivedNames } from './derived-names.ts';
import { declaredNameKinds } from './reserved-name.ts';

const source = new URL('..', import.meta.url);
const declaring = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) =>
    name.endsWith('.ts') &&
    !name.endsWith('.spec.ts') &&
    name !== 'commands/reserved-name.ts' &&
    /\bnameKind\(/.test(readFileSync(new URL(name, source), 'utf8')),
);
for (const name of declaring) await import(new URL(name, source).href);

const { ofStreams, forGood } = derivedNames;

test('for every kind of names that commands reserve, the log tells which must be reserved', () => {
  const labels = [...ofStreams.flatMap(({ held }) => held), ...forGood].map(({ label }) => label);
  expect(declaring.length).toBeGreaterThan(8);
  expect(declaredNameKinds.length).toBeGreaterThanOrEqual(declaring.length);
  expect(new Set(labels)).toEqual(new Set(declaredNameKinds.map(({ label }) => label)));
});

test('each kind of streams is derived once, from events that it can hold', () => {
  const streams = allContexts.flatMap((context): readonly { readonly kind: string }[] => context.streams);
  const kinds = ofStreams.map(({ stream }) => stream);
  expect(new Set(kinds).size).toBe(kinds.length);
  expect(streams.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds));
});
