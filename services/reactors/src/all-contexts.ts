import * as byName from './contexts.ts';
import type { Schedule } from './jobs/schedule.ts';
import type { MailTemplate } from './mail/define-mail.ts';
import type { Reactor } from './runner/reactor.ts';

type AnyContext = (typeof byName)[keyof typeof byName];

/** All contexts that have side effects, in the order of their names. */
const allContexts: readonly AnyContext[] = Object.values(byName);

export type ScheduleName = AnyContext['schedules'][number]['name'];

/** Every reactor. */
export const reactors: readonly Reactor[] = unique(
  allContexts.flatMap((context) => context.reactors),
  ({ name }) => name,
);

/** Every kind of mail. */
export const mailTemplates: readonly MailTemplate[] = unique(
  allContexts.flatMap((context) => context.mails),
  ({ kind }) => kind,
);

/** Every schedule. */
export const schedules: readonly Schedule<ScheduleName>[] = unique(
  allContexts.flatMap((context): readonly Schedule<ScheduleName>[] => context.schedules),
  ({ name }) => name,
);

/** @throws when two have the same key: jobs and checkpoints are stored by it. */
function unique<T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  const keys = new Set<string>();
  for (const one of all) {
    const key = keyOf(one);
    if (keys.has(key)) throw new Error(`${key} is declared twice`);
    keys.add(key);
  }
  return all;
}
