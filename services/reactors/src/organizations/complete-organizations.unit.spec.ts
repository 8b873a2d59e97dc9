import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { completeOrganizations } from './complete-organizations.ts';

const event = (type: string) => ({ type, data: { organizationGuid: 'north' } }) as unknown as RecordedEvent;

test.each(['OrganizationRegistered', 'RegisteredNameChanged', 'RegisteredIdChanged'])(
  'what the installation’s log says by %s is carried on in the organization’s own',
  (type) => {
    expect(completeOrganizations.react(event(type))).toEqual([
      { kind: 'COMPLETE_ORGANIZATION', ids: { organization: 'north' } },
    ]);
  },
);

test('what is done in the organization’s own log is done', () => {
  for (const type of ['OrganizationCreated', 'OrganizationRenamed', 'OrganizationIdChanged'])
    expect(completeOrganizations.react(event(type))).toEqual([]);
});
