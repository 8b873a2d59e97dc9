import path from 'node:path';
import { repeatedSentences } from './repeated-sentences.ts';
import { textsIn } from './texts-in-source.ts';

const root = path.resolve(import.meta.dirname, '../../..');

/** Texts for users. Both sides take them from the contracts: `*-texts.ts`, `errors.ts` and the forms. */
const folders = ['console/src', 'contracts/src', 'services/api/src', 'projections/src/incidents/incident-history'];

test('a sentence of four words or more is in one file, from which both sides and every screen take it', () => {
  const twice = repeatedSentences(textsIn(root, folders));
  expect([...twice].map(([sentence, files]) => `${sentence}: ${files.join(', ')}`)).toEqual([]);
});

test('sentences are the same whatever names or numbers they contain, and whatever surrounds them', () => {
  const twice = repeatedSentences([
    { text: 'What you typed is gone. Event {} went back to {}.', file: 'a.tsx' },
    { text: 'Event {} went back to the reporter', file: 'b.ts' },
    { text: 'event 1048 went back to: {}', file: 'c.ts' },
    { text: '{}: Event {} went back to {}', file: 'd.ts' },
    { text: 'Reported by {}', file: 'a.tsx' },
    { text: 'Reported by', file: 'b.ts' },
  ]);
  expect([...twice]).toEqual([['event went back to', ['a.tsx', 'd.ts']]]);
});
