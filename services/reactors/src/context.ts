import type { Schedule } from './jobs/schedule.ts';
import type { MailTemplate } from './mail/define-mail.ts';
import type { Reactor } from './runner/reactor.ts';

/** Everything that a context adds to the reactors. */
export interface ReactorContext<Schedules extends readonly Schedule[] = readonly Schedule[]> {
  readonly name: string;
  readonly reactors: readonly Reactor[];
  readonly mails: readonly MailTemplate[];
  readonly schedules: Schedules;
}

/** Declares a context; list it in `contexts.ts`. */
export const defineContext = <const Schedules extends readonly Schedule[] = readonly []>({
  name,
  reactors = [],
  mails = [],
  schedules = [] as unknown as Schedules,
}: Pick<ReactorContext, 'name'> & Partial<ReactorContext<Schedules>>): ReactorContext<Schedules> => ({
  name,
  reactors,
  mails,
  schedules,
});
