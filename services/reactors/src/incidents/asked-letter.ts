import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { IncidentProgress } from '@plimsoll/contracts/incidents/progress';
import { visibilityOf } from '@plimsoll/contracts/incidents/visibility';
import { holds, type Permission, type PermissionHolder } from '@plimsoll/contracts/permissions/permissions';
import type { EventStore, RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { FindAccount, FindAccountHandler } from '@plimsoll/projections/identity/account/query';
import { FindMember, FindMemberHandler } from '@plimsoll/projections/members/member-list/query';
import {
  FindOrganization,
  FindOrganizationHandler,
} from '@plimsoll/projections/organizations/organization-settings/query';
import { foldIncident } from '@plimsoll/projections/incidents/incident-detail/fold-incident';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type { JobData } from '../jobs/jobs.ts';
import type { EmailPreferenceType } from '@plimsoll/contracts/notifications/email-preferences';
import { doingWithout } from '../notifications/doing-without.ts';
import { isWanted, UNWANTED } from '../notifications/is-wanted.ts';
import type { Letter, Mail, MailPlace } from '../mail/mail.ts';
import { approvalRequestedMail } from './approval-requested-mail.ts';
import { eventReturnedMail } from './event-returned-mail.ts';
import { reviewRequestedMail, type AskedAbout } from './review-requested-mail.ts';

/** What asking for somebody means. */
interface Asking {
  readonly eventType: 'ReviewRequested' | 'ApprovalRequested' | 'IncidentReturned';
  readonly state: IncidentProgress['state'];
  /** Without which they could not do it; none for what is their own. */
  readonly right: Permission | null;
  readonly holders: (progress: IncidentProgress) => readonly (string | null)[];
  readonly mail: (about: AskedAbout) => Mail;
  readonly preference: EmailPreferenceType;
}

const askings: Readonly<Record<string, Asking>> = {
  REVIEW_REQUESTED: {
    eventType: 'ReviewRequested',
    state: 'REVIEW_REQUESTED',
    right: 'REVIEW_EVENTS',
    holders: ({ reviewerGuid }) => [reviewerGuid],
    mail: reviewRequestedMail,
    preference: 'REVIEW',
  },
  APPROVAL_REQUESTED: {
    eventType: 'ApprovalRequested',
    state: 'APPROVAL_REQUESTED',
    right: 'APPROVE_EVENTS',
    holders: ({ approverGuid }) => [approverGuid],
    mail: approvalRequestedMail,
    preference: 'APPROVAL',
  },
  EVENT_RETURNED: {
    eventType: 'IncidentReturned',
    state: 'RETURNED',
    right: null,
    holders: ({ holderGuids }) => holderGuids,
    mail: eventReturnedMail,
    preference: 'REVIEW',
  },
};

export interface Sources extends MailPlace {
  readonly log: Pick<EventStore, 'load'>;
  readonly reader: ReadModelReader;
  /** 32 bytes. */
  readonly sealingKey: Uint8Array;
}

/**
 * The mail to whoever is asked, as things stand now; a text that says why there is none any more. The incident is read from
 * the log itself, so that what was done since the request counts, however far the read models are.
 */
export async function askedLetter(
  { kind, ids }: JobData,
  { log, reader, sealingKey, publicUrl }: Sources,
): Promise<Letter | string> {
  const { tenant, incident, recipient, revision } = ids as {
    tenant: string;
    incident: string;
    recipient: string;
    revision: number;
  };
  const asking = askings[kind];
  if (!asking) throw new Error(`No mail is called ${kind}`);
  const loaded = await log.load(tenant, { kind: 'incident', guid: incident });
  if (loaded.status !== 'loaded' || loaded.events.length === 0) return 'There is no such event';
  const { number, form, progress } = foldIncident(loaded.events);
  const member = await new FindMemberHandler(reader).execute(new FindMember(tenant, recipient));
  if (!member) return 'They are no member any more';
  const refused = whyNotAsked(
    asking,
    { events: loaded.events, progress, isSensitive: form.isSensitive, revision },
    member,
  );
  if (refused) return refused;
  const organization = await new FindOrganizationHandler(reader).execute(new FindOrganization(tenant));
  if (!organization?.modules.some(({ code, isEnabled }) => code === 'events' && isEnabled)) return 'The module is off';
  const account = await new FindAccountHandler(reader).execute(new FindAccount(recipient));
  const { name, emailAddress: address } = account ?? member;
  if (address === ERASED) return 'The person was erased';
  if (!(await isWanted(log, recipient, asking.preference))) return UNWANTED;
  const about = {
    number,
    formName: form.name,
    link: `${publicUrl}/events/${incident}`,
    without: doingWithout({ publicUrl, sealingKey }, recipient, asking.preference),
  };
  return { kind, to: { name, address }, ...asking.mail(about) };
}

/** One job for each of those whom an incident came back to, but not for whoever returned it. */
export async function returnedRecipients(
  { kind, ids }: JobData,
  _: ReadModelReader,
  log: Sources['log'],
): Promise<JobData[]> {
  const { tenant, incident, revision } = ids as { tenant: string; incident: string; revision: number };
  const loaded = await log.load(tenant, { kind: 'incident', guid: incident });
  if (loaded.status !== 'loaded' || loaded.events.length === 0) return [];
  const by = loaded.events.find((event) => event.revision === revision)?.metadata.actor.userGuid;
  const { state, holderGuids } = foldIncident(loaded.events).progress;
  return state === 'RETURNED'
    ? holderGuids.filter((guid) => guid !== by).map((recipient) => ({ kind, ids: { ...ids, recipient } }))
    : [];
}

interface AskedFor {
  readonly events: readonly RecordedEvent[];
  readonly progress: IncidentProgress;
  readonly isSensitive: boolean;
  /** Of the event that asked. */
  readonly revision: number;
}

/** Why somebody is not to be told; undefined when they are: it is still with them, by this very request, and they see it and may do it. */
function whyNotAsked(
  { eventType, state, right, holders }: Asking,
  { events, progress, isSensitive, revision }: AskedFor,
  person: PermissionHolder,
): string | undefined {
  if (progress.deletedAt !== null) return 'It was deleted';
  if (progress.state !== state || !holders(progress).includes(person.userGuid)) return 'It is not with them any more';
  if (events.some((event) => event.type === eventType && event.revision > revision))
    return 'It was asked for again since';
  if (right && !holds(person, right)) return 'They may not do it any more';
  return visibilityOf({ ...progress, isSensitive }, person) === 'SEEN' ? undefined : 'They do not see it';
}
