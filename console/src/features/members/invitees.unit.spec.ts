import fc from 'fast-check';
import { lineOf, readInvitees } from './invitees.ts';

const bo = { recipientName: 'Bo Reef', recipientEmailAddress: 'bo@example.com' };
const ada = { recipientName: 'Ada Holt', recipientEmailAddress: 'ada.holt@example.com' };

describe('people to invite are read from one text', () => {
  it.each([
    ['a name before the address', 'Bo Reef bo@example.com', [bo]],
    ['a name after it', 'bo@example.com, Bo Reef', [bo]],
    ['as mail programs copy it', '"Bo Reef" <bo@example.com>; Ada Holt <ada.holt@example.com>', [bo, ada]],
    [
      'several on one line, separated by commas',
      'Bo Reef <bo@example.com>, Ada Holt <ada.holt@example.com>',
      [bo, ada],
    ],
    ['as spreadsheets copy it', 'Bo Reef\tbo@example.com\r\nAda Holt\tada.holt@example.com\r\n', [bo, ada]],
    ['an address alone, which gives the name', 'ada.holt@example.com', [ada]],
    [
      'a tag in an address is no name',
      'ada.holt+yard@example.com',
      [{ recipientName: 'Ada Holt', recipientEmailAddress: 'ada.holt+yard@example.com' }],
    ],
    ['a surname first', 'Reef, Bo <bo@example.com>', [{ ...bo, recipientName: 'Reef, Bo' }]],
    ['empty lines and an address that is repeated', '\n\nBo Reef bo@example.com\n \nBO@example.com', [bo]],
  ])('%s', (_what, text, invitees) => expect(readInvitees(text)).toEqual({ invitees, errors: [] }));

  it('names what is wrong with each entry that cannot be read', () => {
    expect(readInvitees('bo@\nBo Reef bo@example.com\nAda Holt\n42@example.com')).toEqual({
      invitees: [bo],
      errors: [
        '“bo@” has no valid email address',
        '“Ada Holt” has no valid email address',
        'Add a name before 42@example.com',
      ],
    });
  });

  it('reads back each person that it writes', () => {
    const word = fc.stringMatching(/^[A-Z][a-zé]{1,9}$/);
    const person = fc
      .record({ first: word, last: word, box: fc.stringMatching(/^[a-z][a-z0-9.]{0,8}[a-z]$/) })
      .filter(({ box }) => !box.includes('..'))
      .map(({ first, last, box }) => ({
        recipientName: `${first} ${last}`,
        recipientEmailAddress: `${box}@example.com`,
      }));
    fc.assert(
      fc.property(
        fc.uniqueArray(person, { selector: ({ recipientEmailAddress }) => recipientEmailAddress, maxLength: 20 }),
        fc.constantFrom('\n', '; ', ', ', '\r\n'),
        (people, separator) => {
          expect(readInvitees(people.map(lineOf).join(separator))).toEqual({ invitees: people, errors: [] });
        },
      ),
    );
  });
});
