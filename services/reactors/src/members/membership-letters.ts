import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { invitationSent } from '@plimsoll/contracts/members/member-events';
import { INVITATION_DAYS } from '@plimsoll/contracts/members/memberships';
import type { EventStore, RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { MailedLinks } from '@plimsoll/shared/mailed-links';
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
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { JobData } from '../jobs/jobs.ts';
import type { Letter, Mail, MailPlace } from '../mail/mail.ts';
import { doingWithout } from '../notifications/doing-without.ts';
import { isWanted, UNWANTED } from '../notifications/is-wanted.ts';
import {
  invitationMail,
  membershipRemovedMail,
  membershipRequestedMail,
  requestApprovedMail,
  requestDeclinedMail,
  type AboutMembership,
} from './membership-mails.ts';

export interface MembershipSources extends MailPlace {
  readonly log: Pick<EventStore, 'load'>;
  readonly reader: ReadModelReader;
  /** 32 bytes. */
  readonly sealingKey: Uint8Array;
}

type WriteMembershipLetter = (ids: JobData['ids'], sources: MembershipSources) => Promise<Letter | string>;

const DAY_MS = 86_400_000;
/** Whoever holds it answers requests to join. */
export const ANSWERS_REQUESTS = 'CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS';

const NO_ORGANIZATION = 'There is no such organization';

async function newestOf(
  log: MembershipSources['log'],
  tenant: string,
  kind: string,
  guid: string,
): Promise<RecordedEvent | undefined> {
  const loaded = await log.load(tenant, { kind, guid });
  return loaded.status === 'loaded' ? loaded.events.at(-1) : undefined;
}

const organizationName = async (reader: ReadModelReader, tenant: string): Promise<string | undefined> =>
  (await new FindOrganizationHandler(reader).execute(new FindOrganization(tenant)))?.name;

/** To somebody's account. */
async function letterTo(
  reader: ReadModelReader,
  kind: string,
  recipient: string,
  mail: Mail,
): Promise<Letter | string> {
  const account = await new FindAccountHandler(reader).execute(new FindAccount(recipient));
  if (!account || account.emailAddress === ERASED) return 'There is no such account any more';
  return { kind, to: { name: account.name, address: account.emailAddress }, ...mail };
}

/** To an address, whoever's it is; only the newest mail of an invitation has a link that leads anywhere. */
async function invitationLetter(
  ids: JobData['ids'],
  { log, reader, sealingKey, publicUrl }: MembershipSources,
): Promise<Letter | string> {
  const { tenant, invitation, revision } = ids as { tenant: string; invitation: string; revision: number };
  const newest = await newestOf(log, tenant, 'invitation', invitation);
  if (newest?.type !== 'InvitationSent' || newest.revision !== revision)
    return 'It was sent again, answered or revoked since';
  if (Date.parse(newest.metadata.at) + INVITATION_DAYS * DAY_MS < Date.now()) return 'Its link is over';
  const { linkGuid, recipientName, recipientEmailAddress } = newest.data as EventOf<typeof invitationSent>['data'];
  if (recipientEmailAddress === ERASED) return 'The person was erased';
  const name = await organizationName(reader, tenant);
  if (name === undefined) return NO_ORGANIZATION;
  const link = `${publicUrl}/signin?inviteToken=${MailedLinks.ofInvitations(sealingKey).tokenOf(linkGuid)}`;
  return {
    kind: 'INVITATION',
    to: { name: recipientName, address: recipientEmailAddress },
    ...invitationMail({ organizationName: name, link }),
  };
}

async function requestedLetter(
  ids: JobData['ids'],
  { log, reader, sealingKey, publicUrl }: MembershipSources,
): Promise<Letter | string> {
  const { tenant, request, recipient } = ids as { tenant: string; request: string; recipient: string };
  if ((await newestOf(log, tenant, 'membership-request', request))?.type !== 'MembershipRequested')
    return 'It was answered or withdrawn';
  const member = await new FindMemberHandler(reader).execute(new FindMember(tenant, recipient));
  if (!member?.permissions.has(ANSWERS_REQUESTS)) return 'They may not answer it any more';
  if (!(await isWanted(log, recipient, 'MEMBERSHIP_REQUEST'))) return UNWANTED;
  const name = await organizationName(reader, tenant);
  if (name === undefined) return NO_ORGANIZATION;
  return letterTo(
    reader,
    'MEMBERSHIP_REQUESTED',
    recipient,
    membershipRequestedMail({
      organizationName: name,
      link: `${publicUrl}/organization/requests?organizationGuid=${tenant}`,
      without: doingWithout({ publicUrl, sealingKey }, recipient, 'MEMBERSHIP_REQUEST'),
    }),
  );
}

async function answeredLetter(
  ids: JobData['ids'],
  { log, reader, publicUrl }: MembershipSources,
): Promise<Letter | string> {
  const { tenant, request, recipient } = ids as { tenant: string; request: string; recipient: string };
  const name = await organizationName(reader, tenant);
  if (name === undefined) return NO_ORGANIZATION;
  const isApproved = (await newestOf(log, tenant, 'membership-request', request))?.type === 'MembershipRequestApproved';
  const about: AboutMembership = { organizationName: name, link: `${publicUrl}/signin` };
  return letterTo(
    reader,
    'MEMBERSHIP_ANSWERED',
    recipient,
    isApproved ? requestApprovedMail(about) : requestDeclinedMail(about),
  );
}

async function removedLetter(
  ids: JobData['ids'],
  { log, reader, publicUrl }: MembershipSources,
): Promise<Letter | string> {
  const { tenant, member, recipient } = ids as { tenant: string; member: string; recipient: string };
  if ((await newestOf(log, tenant, 'member', member))?.type !== 'MemberRemoved') return 'They are a member again';
  const name = await organizationName(reader, tenant);
  if (name === undefined) return NO_ORGANIZATION;
  return letterTo(
    reader,
    'MEMBERSHIP_REMOVED',
    recipient,
    membershipRemovedMail({ organizationName: name, link: `${publicUrl}/signin` }),
  );
}

/** Mails about memberships, by the kind of their job. */
export const membershipLetters: Readonly<Record<string, WriteMembershipLetter>> = {
  INVITATION: invitationLetter,
  MEMBERSHIP_REQUESTED: requestedLetter,
  MEMBERSHIP_ANSWERED: answeredLetter,
  MEMBERSHIP_REMOVED: removedLetter,
};

/** Whom a request to join is told to: one job for each of those who may answer it. */
export async function requestRecipients({ kind, ids }: JobData, reader: ReadModelReader): Promise<JobData[]> {
  const members = await new ListMembersHandler(reader).execute(
    new ListMembers(String(ids['tenant']), { permission: ANSWERS_REQUESTS }),
  );
  return members.map(({ userGuid }) => ({ kind, ids: { ...ids, recipient: userGuid } }));
}
