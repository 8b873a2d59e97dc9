import type { EmailPreferenceType } from '@plimsoll/contracts/notifications/email-preferences';
import type { IncidentProgress } from '@plimsoll/contracts/incidents/progress';
import { visibilityOf } from '@plimsoll/contracts/incidents/visibility';
import { holds, type Permission, type PermissionHolder } from '@plimsoll/contracts/permissions/permissions';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { foldIncident } from '@plimsoll/projections/incidents/incident-detail/fold-incident';
import type { MailContext, WrittenMail } from '../mail/define-mail.ts';
import type { Mail, SkipReason, UnsubscribeLinks } from '../mail/mail.ts';
import { findMember, findOrganization, memberRecipient } from '../mail/recipients.ts';
import { UNWANTED, wantsSingleMails } from '../notifications/email-preferences.ts';
import { hasModule, MODULE_OFF, NO_MEMBER } from '../notifications/find-subscriber.ts';
import { unsubscribeLinks } from '../notifications/unsubscribe-links.ts';

/** Ids of a job for a mail that asks for the next step of an incident. */
export interface RequestIds {
  readonly tenant: string;
  readonly incident: string;
  /** Of the event that made the request. */
  readonly revision: number;
  readonly recipient: string;
}

/** The content of a mail about an incident. Nothing that was written in it, since mails are not encrypted. */
export interface IncidentSummary {
  readonly number: number;
  readonly formName: string;
  readonly link: string;
  readonly unsubscribe: UnsubscribeLinks;
}

/** A step of the workflow that people are asked to take. */
export interface RequestedStep {
  readonly eventType: 'ReviewRequested' | 'ApprovalRequested' | 'IncidentReturned';
  /** The state in which it is still waiting. */
  readonly state: IncidentProgress['state'];
  /** Required to take the step; null where it needs none. */
  readonly permission: Permission | null;
  readonly holders: (progress: IncidentProgress) => readonly (string | null)[];
  readonly preference: EmailPreferenceType;
  readonly compose: (incident: IncidentSummary) => Mail;
}

/** Writes a step's mail, if it still waits for the recipient. Reads the log, since read models may lag behind. */
export const writeRequestMail =
  (step: RequestedStep) =>
  async (
    { tenant, incident, recipient, revision }: RequestIds,
    context: MailContext,
  ): Promise<WrittenMail | SkipReason> => {
    const { log, reader, publicUrl } = context;
    const events = await log.load(tenant, { kind: 'incident', guid: incident });
    if (events.length === 0) return 'There is no such event';
    const { number, form, progress } = foldIncident(events);
    const member = await findMember(reader, tenant, recipient);
    if (!member) return NO_MEMBER;
    const reason = reasonToSkip(step, { events, progress, isSensitive: form.isSensitive, revision }, member);
    if (reason !== undefined) return reason;
    const organization = await findOrganization(reader, tenant);
    if (!organization || !hasModule(organization, 'events')) return MODULE_OFF;
    const to = await memberRecipient(reader, member);
    if (typeof to === 'string') return to;
    if (!(await wantsSingleMails(log, recipient, step.preference))) return UNWANTED;
    return {
      to,
      ...step.compose({
        number,
        formName: form.name,
        link: `${publicUrl}/events/${incident}`,
        unsubscribe: unsubscribeLinks(context, recipient, step.preference),
      }),
    };
  };

interface RequestedIncident {
  readonly events: readonly RecordedEvent[];
  readonly progress: IncidentProgress;
  readonly isSensitive: boolean;
  readonly revision: number;
}

/** Why a person need not be asked: the step is done, is not theirs or was requested again, or they may not take it. */
function reasonToSkip(
  { eventType, state, permission, holders }: RequestedStep,
  { events, progress, isSensitive, revision }: RequestedIncident,
  person: PermissionHolder,
): SkipReason | undefined {
  if (progress.deletedAt !== null) return 'It was deleted';
  if (progress.state !== state || !holders(progress).includes(person.userGuid)) return 'It is not with them any more';
  if (events.some((event) => event.type === eventType && event.revision > revision))
    return 'It was asked for again since';
  if (permission && !holds(person, permission)) return 'They may not do it any more';
  return visibilityOf({ ...progress, isSensitive }, person) === 'SEEN' ? undefined : 'They do not see it';
}
