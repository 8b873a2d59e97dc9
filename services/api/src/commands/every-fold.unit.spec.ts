import { readdirSync, readFileSync } from 'node:fs';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { recorded } from '../../test/given-when-then.ts';
import { recordFolds } from '../audit/record-folds.ts';
import { declaredDeciders } from './decider.ts';

const source = new URL('..', import.meta.url);
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'),
);
const text = (name: string) => readFileSync(new URL(name, source), 'utf8');
const declaring = files.filter(
  (name) => name !== 'commands/decider.ts' && /\b(?:decider|existence)\(/.test(text(name)),
);
for (const name of declaring) await import(new URL(name, source).href);

const [first] = recorded([{ type: 'OfAnyType' }]);
const unreadable = (['UnknownType', 'NewerSchemaVersion', 'Malformed'] as const).map(
  (why): RecordedEvent => ({ ...first!, position: 7, unreadable: why }),
);

test('the walk meets every decider', () => {
  const declared = declaring.flatMap((name) => text(name).match(/= (?:decider|existence)\(/g) ?? []);
  expect(declaredDeciders.length).toBeGreaterThanOrEqual(declared.length);
  expect(declared.length).toBeGreaterThan(35);
});

test.each(declaredDeciders)('a decider of $kind refuses events that this version cannot read', (decider) => {
  for (const event of unreadable)
    expect(() => decider.fold([event])).toThrow(`OfAnyType at position 7 cannot be read: ${event.unreadable}`);
});

test.each(Object.entries(recordFolds))('the replay of a record of kind %s refuses them too', (_, fold) => {
  for (const event of unreadable) expect(() => fold([event], '')).toThrow('cannot be read');
});

test('streams are folded by deciders alone', () => {
  expect(
    files.filter((name) => name !== 'commands/decider.ts' && /events\w*\.reduce\(|\breduce\(evolve/.test(text(name))),
  ).toEqual([]);
});
