import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { completeOrganizations } from './reactors.ts';

const event = (type: string) => ({ type, data: { organizationGuid: 'north' } }) as unknown as RecordedEvent;

test.each(['OrganizationRegistered', 'RegisteredNameChanged', 'RegisteredIdChanged'])(
  '%s in the installation’s log is completed in the organization’s own log',
  (type) => {
    expect(completeOrganizations.react(event(type))).toEqual([
      { kind: 'COMPLETE_ORGANIZATION', ids: { organization: 'north' } },
    ]);
  },
);

test('events of the organization’s own log need no completion', () => {
  for (const type of ['OrganizationCreated', 'OrganizationRenamed', 'OrganizationIdChanged'])
    expect(completeOrganizations.react(event(type))).toEqual([]);
});
