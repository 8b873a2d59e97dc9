import { auditors } from './auditors/context.ts';
import { billing } from './billing/context.ts';
import { identity } from './identity/context.ts';
import { incidents } from './incidents/context.ts';
import { integration } from './integration/context.ts';
import type { Schedule } from './jobs/schedule.ts';
import type { MailTemplate } from './mail/define-mail.ts';
import { members } from './members/context.ts';
import { metrics } from './metrics/context.ts';
import { notifications } from './notifications/context.ts';
import { organizations } from './organizations/context.ts';
import { privacy } from './privacy/context.ts';
import type { Reactor } from './runner/reactor.ts';
import { staff } from './staff/context.ts';
import { tasks } from './tasks/context.ts';

/** Every context with side effects, one line each. All lists below are derived from it. */
export const contexts = [
  identity,
  organizations,
  members,
  incidents,
  tasks,
  metrics,
  notifications,
  integration,
  auditors,
  staff,
  billing,
  privacy,
] as const;

export type ScheduleName = (typeof contexts)[number]['schedules'][number]['name'];

/** Every reactor. */
export const reactors: readonly Reactor[] = unique(
  contexts.flatMap((context) => context.reactors),
  ({ name }) => name,
);

/** Every kind of mail. */
export const mailTemplates: readonly MailTemplate[] = unique(
  contexts.flatMap((context) => context.mails),
  ({ kind }) => kind,
);

/** Every schedule. */
export const schedules: readonly Schedule<ScheduleName>[] = unique(
  contexts.flatMap((context): readonly Schedule<ScheduleName>[] => context.schedules),
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
