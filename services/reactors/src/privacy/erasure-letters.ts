import { dayWords, localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { PrivacyEvent } from '@plimsoll/contracts/privacy/events';
import type { EventStore, RecordedEvent } from '@plimsoll/event-store/port/event-store';
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
import type { Letter, MailPlace } from '../mail/mail.ts';
import { erasureMail, type AboutErasure } from './erasure-mail.ts';

export interface ErasureSources extends MailPlace {
  readonly log: Pick<EventStore, 'load'>;
  readonly reader: ReadModelReader;
}

/** What the log says of an erasure. */
async function toldOf(
  log: ErasureSources['log'],
  tenant: string,
  subject: string,
  erasureGuid: string,
): Promise<{ requestedAt: string; dueAt: string; isCancelled: boolean } | undefined> {
  const loaded = await log.load(tenant, { kind: 'erasure-request', guid: subject });
  const events = (loaded.status === 'loaded' ? loaded.events : []) as (RecordedEvent & PrivacyEvent)[];
  const asked = events.find(({ type, data }) => type === 'ErasureRequested' && data.erasureGuid === erasureGuid);
  if (asked?.type !== 'ErasureRequested') return undefined;
  return {
    requestedAt: asked.metadata.at,
    dueAt: asked.data.dueAt,
    isCancelled: events.some(({ type, data }) => type === 'ErasureCancelled' && data.erasureGuid === erasureGuid),
  };
}

const letterOf =
  (what: AboutErasure['what']) =>
  async (ids: JobData['ids'], { log, reader, publicUrl }: ErasureSources): Promise<Letter | string> => {
    const { tenant, subject, erasure, recipient } = ids as {
      tenant: string;
      subject: string;
      erasure: string;
      recipient: string;
    };
    const told = await toldOf(log, tenant, subject, erasure);
    if (!told) return 'There is no such erasure';
    if (what === 'ERASURE_REQUESTED' && told.isCancelled) return 'It was cancelled';
    const member = await new FindMemberHandler(reader).execute(new FindMember(tenant, recipient));
    if (!member?.isAdmin) return 'They are no admin any more';
    const organization = await new FindOrganizationHandler(reader).execute(new FindOrganization(tenant));
    if (!organization) return 'There is no such organization';
    const account = await new FindAccountHandler(reader).execute(new FindAccount(recipient));
    if (!account || account.emailAddress === ERASED) return 'There is no such account any more';
    const due = localDateTime(new Date(told.dueAt), organization.timeZone);
    const dueOn = told.dueAt > told.requestedAt ? `${dayWords(due.date)} at ${due.time}` : null;
    return {
      kind: what,
      to: { name: account.name, address: account.emailAddress },
      ...erasureMail({
        organizationName: organization.name,
        what,
        dueOn,
        link: `${publicUrl}/settings/organization/privacy?organizationGuid=${tenant}`,
      }),
    };
  };

/** Mails about erasures, by the kind of their job. */
export const erasureLetters: Readonly<Record<string, ReturnType<typeof letterOf>>> = {
  ERASURE_REQUESTED: letterOf('ERASURE_REQUESTED'),
  ERASURE_CANCELLED: letterOf('ERASURE_CANCELLED'),
  ERASURE_DONE: letterOf('ERASURE_DONE'),
};

/** Whom it is told: one job for each admin. */
export async function erasureRecipients({ kind, ids }: JobData, reader: ReadModelReader): Promise<JobData[]> {
  const members = await new ListMembersHandler(reader).execute(new ListMembers(String(ids['tenant'])));
  return members
    .filter(({ isAdmin }) => isAdmin)
    .map(({ userGuid }) => ({ kind, ids: { ...ids, recipient: userGuid } }));
}
