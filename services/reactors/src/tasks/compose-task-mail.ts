import { dayLabel } from '@plimsoll/contracts/kernel/values/calendar';
import { composeMail } from '../mail/compose-mail.ts';
import type { Mail, UnsubscribeLinks } from '../mail/mail.ts';

/** Mails about corrective actions. */
export type TaskMailKind = 'ACTION_ASSIGNED' | 'ACTION_DUE' | 'ACTION_OVERDUE' | 'ACTION_VERIFICATION';

/** The content of a mail about an action. */
export interface TaskSummary {
  /** The incident, if the recipient may see it. */
  readonly event: { readonly number: number; readonly formName: string } | null;
  /** Null when it is confidential: mails are not encrypted. */
  readonly description: string | null;
  /** By which it is to be completed or verified. */
  readonly day: string;
  /** Name of the responsible person, unless it is the recipient. */
  readonly responsible: string | null;
  readonly link: string;
  readonly unsubscribe: UnsubscribeLinks;
}

interface Texts {
  readonly subject: (day: string) => string;
  readonly opening: (day: string) => string;
  readonly because: string;
}

const texts: Readonly<Record<TaskMailKind, Texts>> = {
  ACTION_ASSIGNED: {
    subject: (day) => `A corrective action is with you, due ${day}`,
    opening: (day) => `You are responsible for a corrective action. It is due ${day}.`,
    because: 'You get this mail because you were named as responsible for this action.',
  },
  ACTION_DUE: {
    subject: (day) => `A corrective action is due ${day}`,
    opening: (day) => `A corrective action that you are responsible for is due ${day}.`,
    because: 'You get this mail because you are responsible for this action.',
  },
  ACTION_OVERDUE: {
    subject: (day) => `A corrective action is overdue since ${day}`,
    opening: (day) => `A corrective action was due ${day} and is still open.`,
    because: 'You get this mail because this action is with you, or with somebody whom you look after.',
  },
  ACTION_VERIFICATION: {
    subject: (day) => `A corrective action is to be checked, by ${day}`,
    opening: (day) => `A corrective action was completed. Somebody is to check by ${day} whether it worked.`,
    because: 'You get this mail because you are to check this action.',
  },
};

export function composeTaskMail(
  kind: TaskMailKind,
  { event, description, day, responsible, link, unsubscribe }: TaskSummary,
): Mail {
  const { subject, opening, because } = texts[kind];
  const title = subject(dayLabel(day));
  return composeMail({
    subject: title,
    heading: title,
    paragraphs: [
      opening(dayLabel(day)),
      ...(responsible === null ? [] : [`It is with ${responsible}.`]),
      ...(description === null ? [] : [description]),
      ...(event === null ? [] : [`It follows from event ${event.number} (${event.formName}).`]),
    ],
    action: { label: kind === 'ACTION_VERIFICATION' ? 'Check the action' : 'Open the action', link },
    because,
    unsubscribe,
  });
}
