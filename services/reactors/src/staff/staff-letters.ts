import { FindAccount, FindAccountHandler } from '@plimsoll/projections/identity/account/query';
import {
  FindMember,
  FindMemberHandler,
  ListMembers,
  ListMembersHandler,
} from '@plimsoll/projections/members/member-list/query';
import {
  FindOrganization,
  FindOrganizationHandler,
} from '@plimsoll/projections/organizations/organization-settings/query';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { JobData } from '../jobs/jobs.ts';
import type { Letter, MailPlace } from '../mail/mail.ts';
import { staffAccessMail } from './staff-access-mail.ts';

/** Whoever holds it is told. */
const TOLD = 'UPDATE_ORGANIZATION';

export interface StaffSources extends MailPlace {
  readonly reader: ReadModelReader;
}

async function accessLetter(ids: JobData['ids'], { reader, publicUrl }: StaffSources): Promise<Letter | string> {
  const { tenant, recipient } = ids as { tenant: string; recipient: string };
  const member = await new FindMemberHandler(reader).execute(new FindMember(tenant, recipient));
  if (!member?.permissions.has(TOLD)) return 'They look after it no more';
  const organization = await new FindOrganizationHandler(reader).execute(new FindOrganization(tenant));
  if (!organization) return 'There is no such organization';
  const account = await new FindAccountHandler(reader).execute(new FindAccount(recipient));
  if (!account || account.emailAddress === ERASED) return 'There is no such account any more';
  const link = `${publicUrl}/settings/organization/staff-access?organizationGuid=${tenant}`;
  return {
    kind: 'STAFF_ACCESS',
    to: { name: account.name, address: account.emailAddress },
    ...staffAccessMail({ organizationName: organization.name, link }),
  };
}

/** Mails about our staff, by the kind of their job. */
export const staffLetters: Readonly<Record<string, typeof accessLetter>> = { STAFF_ACCESS: accessLetter };

/** Whom it is told that our staff read the organization: one job for each of those who look after it. */
export async function accessRecipients({ kind, ids }: JobData, reader: ReadModelReader): Promise<JobData[]> {
  const members = await new ListMembersHandler(reader).execute(
    new ListMembers(String(ids['tenant']), { permission: TOLD }),
  );
  return members.map(({ userGuid }) => ({ kind, ids: { ...ids, recipient: userGuid } }));
}
