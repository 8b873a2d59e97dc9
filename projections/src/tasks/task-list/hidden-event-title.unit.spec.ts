import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { knownMembers, titleForResponsible, type HiddenEvent } from './hidden-event-title.ts';

const person = (name: string) => ({ name }) as HiddenEvent['facts']['injuredPersons'][number];
const event = (
  description: string,
  change: Partial<HiddenEvent> = {},
  hurt: string[] = [],
  related: string[] = [],
) => ({
  formName: 'Near miss',
  isSensitive: false,
  facts: {
    description,
    injuredPersons: hurt.map(person),
    relatedPersons: related.map(person) as unknown as HiddenEvent['facts']['relatedPersons'],
  },
  ...change,
});

test('an event is titled by its heading', () => {
  expect(titleForResponsible(event('A sling slipped. It was worn.'), knownMembers(['Mei Tanaka']))).toBe(
    'A sling slipped',
  );
});

test.each([
  ['an injured person by the whole name', 'Olga Fern slipped on the stairs.', ['Olga Fern'], [], []],
  ['an injured person by a part of the name, in any case', 'olga slipped on the stairs.', ['Olga Fern'], [], []],
  ['a name in the genitive', "Olga's hand was caught.", ['Olga Fern'], [], []],
  ['a witness', 'The crate missed Renske by a metre.', [], ['Renske de Vries'], []],
  ['a short name', 'Then li na fell.', ['Li Na'], [], []],
  ['a member', 'Daniel dropped a pallet.', [], [], ['Daniel Okafor']],
  ['a name without spaces around it', '王伟在楼梯上滑倒。', ['王伟'], [], []],
])('a heading that names %s is replaced by the name of the form', (_, description, hurt, related, members) => {
  expect(titleForResponsible(event(description, {}, hurt, related), knownMembers(members))).toBe('Near miss');
});

test('members are found only as their names are written: names are ordinary words too', () => {
  expect(titleForResponsible(event('A truck left the bay.'), knownMembers(['Ann Bay', 'A']))).toBe(
    'A truck left the bay',
  );
});

test('a sensitive event has no title; one whose text was erased has the name of its form', () => {
  expect(titleForResponsible(event('A sling slipped.', { isSensitive: true }), knownMembers([]))).toBeNull();
  expect(titleForResponsible(event(ERASED), knownMembers([]))).toBe('Near miss');
});
