import type { Startup } from '@plimsoll/contracts/organizations/answers';
import type { Page } from './journey.ts';
import { callAs, type NewOrganization } from './new-organization.ts';
import { newPerson, type NewPerson } from './new-person.ts';

export interface Colleague extends NewPerson {
  guid: string;
  page: Page;
}

/** A user with an account and without a membership. */
export async function stranger(visit: () => Promise<Page>, name: string): Promise<Colleague> {
  const page = await visit();
  const person = await newPerson(page, name);
  const { user } = await (await callAs(page))<Startup>('GET', '/startup');
  return { ...person, guid: user.guid, page };
}

type Roles = { isAdmin?: boolean; organizationUserGroups?: string[] };
export const asManager: Roles = { organizationUserGroups: ['Standard', 'Manager'] };

/** A user who has accepted an invitation of the organization. */
export async function colleague(
  visit: () => Promise<Page>,
  organization: NewOrganization,
  name: string,
  roles: Roles = {},
): Promise<Colleague> {
  const person = await stranger(visit, name);
  await organization.call('PUT', '/org-invitations', {
    organizationGuid: organization.guid,
    recipientName: name,
    recipientEmailAddress: person.emailAddress,
    ...roles,
  });
  await accept(organization, person);
  // As after their first page, which changes the membership: later edits of it would conflict.
  await (await callAs(person.page))('PATCH', `/org-memberships/${organization.guid}/${person.guid}`, {
    isOnboarded: true,
  });
  return person;
}

export const accept = async ({ guid }: NewOrganization, { page, emailAddress }: Colleague) =>
  (await callAs(page))('PATCH', `/org-invitations/${guid}/${emailAddress}`, { status: 'ACCEPTED' });
