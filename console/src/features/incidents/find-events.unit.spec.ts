import type { IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import { numberFirst, parseEventSearch } from './find-events.ts';

describe('parsing a search for events', () => {
  it('a number can be the event’s or part of its text', () => {
    expect(parseEventSearch(' 1149 ')).toEqual({ text: '1149', number: 1149 });
  });

  it.each([
    'event 1149',
    'Event1149',
    'events 1149',
    '#1149',
    'event #1149',
    'No. 1149',
    'event no 1149',
    'number 1149',
  ])('%s is the event of that number', (typed) => {
    expect(parseEventSearch(typed)).toEqual({ text: '#1149', number: 1149 });
  });

  it.each(['event', 'forklift 12', '12 bolts', 'november', 'event horizon 5', '1234567890123456'])(
    '%s is text',
    (typed) => {
      expect(parseEventSearch(typed)).toEqual({ text: typed, number: null });
    },
  );

  it('one letter is too short', () => {
    expect([parseEventSearch('f'), parseEventSearch(' '), parseEventSearch('')]).toEqual([null, null, null]);
  });
});

test('the event with the number comes first, once, within the limit of results', () => {
  const event = (number: number) => ({ eventId: `event-${number}`, number }) as IncidentListItem;
  const listed = [1, 2, 3, 4, 5, 6, 7, 8].map(event);
  expect(numberFirst(listed, event(9)).map(({ number }) => number)).toEqual([9, 1, 2, 3, 4, 5, 6, 7]);
  expect(numberFirst(listed, event(3)).map(({ number }) => number)).toEqual([3, 1, 2, 4, 5, 6, 7, 8]);
  expect(numberFirst(listed, undefined)).toBe(listed);
});
