import fc from 'fast-check';
import { isSignedBy } from './signature.ts';

test.each([
  ['Priya Raman', 'Priya Raman'],
  ['priya raman', 'Priya Raman'],
  ['  PRIYA\u00a0\u2009RAMAN ', 'Priya Raman'],
  ['PriyaRaman', 'Priya Raman'],
  ['Zoe\u0301 Øst', 'Zoé Øst'],
  ['Marta\u200b Kowalczyk', 'Marta  Kowalczyk'],
])('%j signs as %j: case and spaces do not matter', (typed, name) => expect(isSignedBy(typed, name)).toBe(true));

test.each([
  ['Daniel Okafor', 'Priya Raman'],
  ['P. Raman', 'Priya Raman'],
  ['Priya', 'Priya Raman'],
  ['Zoe Øst', 'Zoé Øst'],
  ["Sean O'Neil", 'Sean ONeil'],
  ['', 'Priya Raman'],
  [' ', ' '],
])('%j does not sign as %j', (typed, name) => expect(isSignedBy(typed, name)).toBe(false));

test('a name signs for itself however its spaces and case are typed, and never with one letter more', () =>
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[\p{L}'’-]{1,12}$/u), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(' ', '\u00a0', '  ', '\t'),
      (words, gap) => {
        const name = words.join(' ');
        expect(isSignedBy(words.join(gap), name)).toBe(true);
        expect(isSignedBy(`${name}x`, name)).toBe(false);
      },
    ),
  ));
