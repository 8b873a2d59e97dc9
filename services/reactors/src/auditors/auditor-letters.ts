import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { FindAccount, FindAccountHandler } from '@plimsoll/projections/identity/account/query';
import { FindAuditorGrant, FindAuditorGrantHandler } from '@plimsoll/projections/auditors/auditor-grant-list/query';
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
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { JobData } from '../jobs/jobs.ts';
import type { Letter, MailPlace } from '../mail/mail.ts';
import { auditorGrantedMail } from './auditor-granted-mail.ts';

interface AuditorSources extends MailPlace {
  readonly reader: ReadModelReader;
}

async function grantedLetter(ids: JobData['ids'], { reader, publicUrl }: AuditorSources): Promise<Letter | string> {
  const { tenant, grant: grantGuid, recipient } = ids as { tenant: string; grant: string; recipient: string };
  const grant = await new FindAuditorGrantHandler(reader).execute(new FindAuditorGrant(tenant, grantGuid));
  if (!grant || grant.is_revoked) return 'It was taken away again';
  const member = await new FindMemberHandler(reader).execute(new FindMember(tenant, recipient));
  if (!member?.isAdmin) return 'They are no admin any more';
  const organization = await new FindOrganizationHandler(reader).execute(new FindOrganization(tenant));
  if (!organization) return 'There is no such organization';
  const account = await new FindAccountHandler(reader).execute(new FindAccount(recipient));
  if (!account || account.emailAddress === ERASED) return 'There is no such account any more';
  const link = `${publicUrl}/settings/organization/auditors?organizationGuid=${tenant}`;
  return {
    kind: 'AUDITOR_GRANTED',
    to: { name: account.name, address: account.emailAddress },
    ...auditorGrantedMail({
      organizationName: organization.name,
      until: grant.expires_at,
      timeZone: organization.timeZone,
      link,
    }),
  };
}

/** Mails about auditors, by the kind of their job. */
export const auditorLetters: Readonly<Record<string, typeof grantedLetter>> = { AUDITOR_GRANTED: grantedLetter };

/** Whom it is told that an auditor was let in: one job for each admin. */
export async function auditorRecipients({ kind, ids }: JobData, reader: ReadModelReader): Promise<JobData[]> {
  const members = await new ListMembersHandler(reader).execute(new ListMembers(String(ids['tenant'])));
  return members
    .filter(({ isAdmin }) => isAdmin)
    .map(({ userGuid }) => ({ kind, ids: { ...ids, recipient: userGuid } }));
}
