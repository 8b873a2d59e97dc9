import type { KeptPerson } from '@plimsoll/contracts/privacy/privacy';
import { groupsByName, recordLabel } from './person-groups.ts';

const record = (kind: KeptPerson['kind'], guid: string, name: string, ...numbers: number[]): KeptPerson => ({
  kind,
  guid,
  name,
  incidents: numbers.map((number) => ({ eventId: `event-${number}`, number })),
});

test('records of the same name are one row with all of them, whatever the case and spaces', () => {
  const records = [
    record('MEMBER', 'a', 'Sam Whitford', 1048),
    record('INJURED', 'b', 'sam  whitford ', 1050),
    record('RELATED', 'c', 'Sam Whitfield'),
    record('INJURED', 'd', 'Sam Whitford', 1051),
  ];
  expect(groupsByName(records).map(({ name, records: same }) => [name, same.map(({ guid }) => guid)])).toEqual([
    ['Sam Whitford', ['a', 'b', 'd']],
    ['Sam Whitfield', ['c']],
  ]);
});

test('the text of an event is never grouped with a person whose name is that number', () => {
  const groups = groupsByName([record('INCIDENT_TEXT', 'a', '1048', 1048), record('RELATED', 'b', '1048')]);
  expect(groups).toHaveLength(2);
});

test('a record says where it comes from', () => {
  expect(recordLabel(record('INJURED', 'a', 'Sam', 1050, 1048))).toBe('Hurt in an event: 1050, 1048');
  expect(recordLabel(record('INVITED', 'a', 'Sam'))).toBe('Invited, not a member');
});
