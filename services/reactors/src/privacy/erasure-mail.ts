import { dayLabel, localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import type { PrivacyEvent } from '@plimsoll/contracts/privacy/events';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { composeMail } from '../mail/compose-mail.ts';
import { defineMail, type MailTemplate } from '../mail/define-mail.ts';
import type { Mail } from '../mail/mail.ts';
import { adminRecipient, adminsOf } from '../mail/recipients.ts';

export type ErasureMailKind = 'ERASURE_REQUESTED' | 'ERASURE_CANCELLED' | 'ERASURE_DONE';

export interface ErasureSummary {
  readonly organizationName: string;
  /** The start in words: day and time; null if it starts at once. */
  readonly dueOn: string | null;
  readonly link: string;
}

/** Composes a mail about an erasure that does not say whose it is. */
export function composeErasureMail(kind: ErasureMailKind, { organizationName, dueOn, link }: ErasureSummary): Mail {
  const { subject, text } = {
    ERASURE_REQUESTED: {
      subject: `An erasure was asked for in ${organizationName}`,
      text:
        dueOn === null
          ? 'It begins at once.'
          : `It begins on ${dueOn}. Until then any admin can cancel it, or place a legal hold that stops it.`,
    },
    ERASURE_CANCELLED: { subject: `An erasure was cancelled in ${organizationName}`, text: 'Nothing was erased.' },
    ERASURE_DONE: {
      subject: `An erasure is done in ${organizationName}`,
      text: 'What was kept is destroyed and cannot be brought back. Counts and rates are as they were, and the log still verifies.',
    },
  }[kind];
  return composeMail({
    subject,
    heading: subject,
    paragraphs: [text],
    action: { label: 'Open Privacy', link },
    because: 'You get this mail because you are an admin of the organization.',
  });
}

interface Erasure {
  readonly requestedAt: string;
  readonly dueAt: string;
  readonly isCancelled: boolean;
}

function findErasure(loaded: readonly RecordedEvent[], guid: string): Erasure | undefined {
  const events = loaded as readonly (RecordedEvent & PrivacyEvent)[];
  const requested = events.find(({ type, data }) => type === 'ErasureRequested' && data.erasureGuid === guid);
  if (requested?.type !== 'ErasureRequested') return undefined;
  return {
    requestedAt: requested.metadata.at,
    dueAt: requested.data.dueAt,
    isCancelled: events.some(({ type, data }) => type === 'ErasureCancelled' && data.erasureGuid === guid),
  };
}

/** Declares a mail to the admins about an erasure. */
export const defineErasureMail = (kind: ErasureMailKind): MailTemplate =>
  defineMail<{ tenant: string; subject: string; erasure: string; recipient: string }>({
    kind,
    recipients: adminsOf,
    write: async (ids, context) => {
      const { tenant, subject, erasure: guid } = ids;
      const erasure = findErasure(await context.log.load(tenant, { kind: 'erasure-request', guid: subject }), guid);
      if (!erasure) return 'There is no such erasure';
      if (kind === 'ERASURE_REQUESTED' && erasure.isCancelled) return 'It was cancelled';
      const admin = await adminRecipient(ids, context);
      if (typeof admin === 'string') return admin;
      const { organization, to } = admin;
      const due = localDateTime(new Date(erasure.dueAt), organization.timeZone);
      return {
        to,
        ...composeErasureMail(kind, {
          organizationName: organization.name,
          dueOn: erasure.dueAt > erasure.requestedAt ? `${dayLabel(due.date)} at ${due.time}` : null,
          link: `${context.publicUrl}/settings/organization/privacy?organizationGuid=${tenant}`,
        }),
      };
    },
  });
