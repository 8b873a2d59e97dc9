import { dayWords } from '@plimsoll/contracts/kernel/values/calendar';
import { composeMail } from '../mail/compose-mail.ts';
import type { DoingWithout, Mail } from '../mail/mail.ts';

/** Mails about corrective actions. */
export type TaskMailKind = 'ACTION_ASSIGNED' | 'ACTION_DUE' | 'ACTION_OVERDUE' | 'ACTION_VERIFICATION';

/** What a mail about an action says of it. */
export interface AboutTask {
  /** Of its event, to whoever sees that. */
  readonly event: { readonly number: number; readonly formName: string } | null;
  /** What is to be done; null where it is not for a mail, which travels open. */
  readonly description: string | null;
  /** By when it is to be done, or checked. */
  readonly day: string;
  /** Whom it is with, where that is somebody else. */
  readonly responsible: string | null;
  readonly link: string;
  readonly without: DoingWithout;
}

const words: Readonly<
  Record<
    TaskMailKind,
    { readonly subject: (day: string) => string; readonly told: (day: string) => string; readonly because: string }
  >
> = {
  ACTION_ASSIGNED: {
    subject: (day) => `A corrective action is with you, due ${day}`,
    told: (day) => `You are responsible for a corrective action. It is due ${day}.`,
    because: 'You get this mail because you were named as responsible for this action.',
  },
  ACTION_DUE: {
    subject: (day) => `A corrective action is due ${day}`,
    told: (day) => `A corrective action that you are responsible for is due ${day}.`,
    because: 'You get this mail because you are responsible for this action.',
  },
  ACTION_OVERDUE: {
    subject: (day) => `A corrective action is overdue since ${day}`,
    told: (day) => `A corrective action was due ${day} and is still open.`,
    because: 'You get this mail because this action is with you, or with somebody whom you look after.',
  },
  ACTION_VERIFICATION: {
    subject: (day) => `A corrective action is to be checked, by ${day}`,
    told: (day) => `A corrective action was completed. Somebody is to check by ${day} whether it worked.`,
    because: 'You get this mail because you are to check this action.',
  },
};

/** Tells somebody of an action that waits for them. */
export function taskMail(kind: TaskMailKind, { event, description, day, responsible, link, without }: AboutTask): Mail {
  const { subject, told, because } = words[kind];
  const title = subject(dayWords(day));
  return composeMail({
    subject: title,
    heading: title,
    paragraphs: [
      told(dayWords(day)),
      ...(responsible === null ? [] : [`It is with ${responsible}.`]),
      ...(description === null ? [] : [description]),
      ...(event === null ? [] : [`It follows from event ${event.number} (${event.formName}).`]),
    ],
    action: { label: kind === 'ACTION_VERIFICATION' ? 'Check the action' : 'Open the action', link },
    because,
    without,
  });
}
