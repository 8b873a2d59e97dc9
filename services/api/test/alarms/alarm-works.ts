import { setTimeout as sleep } from 'node:timers/promises';
import { alarmGuidOf } from '@plimsoll/api/alarms/alarm';
import { nearMissForm } from '@plimsoll/contracts/forms/built-in-forms';
import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import type { Permission } from '@plimsoll/contracts/permissions/permissions';
import { positionOf } from '@plimsoll/projections/runner/follow/position-token';
import type { TestApplication, TestPerson } from '../test-application.ts';

const roles = {
  Ada: 'admin',
  Vera: ['REVIEW_EVENTS', 'VIEW_OTHER_USERS_EVENTS'],
  Karl: ['REVIEW_EVENTS', 'VIEW_OTHER_USERS_EVENTS'],
  Rita: 'standard',
} as const satisfies Record<string, 'admin' | 'standard' | readonly Permission[]>;
type Name = keyof typeof roles;

/** An organization in which Vera reviews and is first on the organization's call list, Karl is second; Ada is an admin; Rita reports. */
export async function alarmWorks(app: TestApplication) {
  const org = await app.found('Alarm Works', { asksAtOnce: true });
  const people = {} as Record<Name, TestPerson & { readonly token: string }>;
  for (const name of Object.keys(roles) as Name[])
    people[name] = await app.member(org, roles[name], `${name} Test`, null);
  const listed = await app.call('PUT', `/orgs/${org}/call-lists/organization`, {
    token: people.Ada.token,
    body: { members: [people.Vera.userGuid, people.Karl.userGuid] },
  });
  await app.caughtUp(org, positionOf(listed.headers.get('Position')!, org)!);
  await sleep(1_000);
  const nameOf = (address: string) =>
    (Object.keys(people) as Name[]).find((name) => people[name].emailAddress === address) ?? null;
  const report = async (more: object = {}) => {
    const { status, body } = await app.call('POST', `/reported-events?organizationGuid=${org}`, {
      token: people.Rita.token,
      body: {
        formGuid: nearMissForm.formGuid,
        formVersion: nearMissForm.version,
        occurrenceDate: localDateTime(new Date(), 'America/Edmonton').date,
        description: 'A sling slipped and Olga Fern was nearly hit.',
        location: 'Gate 2',
        regionGuid: '01900000-e001-7000-8000-000000000001',
        isQuick: true,
        ...more,
      },
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return { eventId: body.eventId as string, alarmGuid: alarmGuidOf(org, body.eventId) };
  };
  const acknowledge = (by: Name, alarmGuid: string) =>
    app.call('POST', `/orgs/${org}/alarms/${alarmGuid}/acknowledge`, { token: people[by].token });
  const shown = async (alarmGuid: string) =>
    (await app.call('GET', `/orgs/${org}/alarms/${alarmGuid}`, { token: people.Ada.token })).body;
  return { org, people, nameOf, report, acknowledge, shown };
}
