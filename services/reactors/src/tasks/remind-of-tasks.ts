import { localDateTime } from '@plimsoll/contracts/kernel/values/calendar';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { transaction } from '@plimsoll/postgres/transaction';
import { incidentListTable } from '@plimsoll/projections/incidents/incident-list/project';
import {
  FindOrganization,
  FindOrganizationHandler,
} from '@plimsoll/projections/organizations/organization-settings/query';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { taskTable } from '@plimsoll/projections/tasks/task-list/project';
import type pg from 'pg';
import type { Enqueue, NewJob } from '../jobs/jobs.ts';
import { LooksEachMinute } from '../jobs/looks-each-minute.ts';
import { jobsWithoutReviewer } from '../incidents/without-reviewer-letter.ts';
import { MAIL_QUEUE } from '../mail/mail-queue.ts';

/** Reminders go out from this time of an organization's day on. */
const FROM_TIME = '07:00';
const DAY_MS = 86_400_000;

/** An action with the day by which it is to be done, or checked. */
interface Waiting {
  readonly guid: string;
  readonly state: 'OPEN' | 'COMPLETED';
  readonly day: string;
}

/** How many days after its day a reminder is due today: three before, on the day, one and seven after, then weekly; a check from its day on. Null: none is. */
export function stepOn({ state, day }: Pick<Waiting, 'state' | 'day'>, today: string): number | null {
  const past = Math.round((Date.parse(today) - Date.parse(day)) / DAY_MS);
  const isDue = past === 0 || past === 1 || (past > 0 && past % 7 === 0) || (past === -3 && state === 'OPEN');
  return isDue ? past : null;
}

const kindOf = (state: Waiting['state'], step: number): string =>
  state === 'COMPLETED' ? 'ACTION_VERIFICATION' : step > 0 ? 'ACTION_OVERDUE' : 'ACTION_DUE';

/** The reminders of an organization's day. Asked for twice they are the same jobs, so that each is told once. */
export function remindersOn(tenant: string, waiting: readonly Waiting[], today: string): NewJob[] {
  return waiting.flatMap(({ guid, state, day }) => {
    const step = stepOn({ state, day }, today);
    if (step === null) return [];
    const kind = kindOf(state, step);
    return [
      {
        id: nameBasedGuid(`${kind} ${guid} ${step} ${day}`, tenant),
        data: { kind, ids: { tenant, task: guid, day, step } },
      },
    ];
  });
}

/** The digests of an organization's day, for whoever has any by then. */
const digestsOn = (tenant: string, day: string): NewJob => ({
  id: nameBasedGuid(`DIGEST ${day}`, tenant),
  data: { kind: 'DIGEST', ids: { tenant, day } },
});

/** On these days of a month whoever enters the figures is told of months without any. */
const asksForFigures = (day: string): boolean => ['01', '10'].includes(day.slice(8));
const figuresOn = (tenant: string, day: string): NewJob => ({
  id: nameBasedGuid(`MONTHLY_REPORTING ${day}`, tenant),
  data: { kind: 'MONTHLY_REPORTING', ids: { tenant, day } },
});

export interface ReminderOptions {
  readonly log: Pick<EventStore, 'heads'>;
  /** As plimsoll_projector. */
  readonly pool: pg.Pool;
  readonly reader: ReadModelReader;
  readonly enqueue: Enqueue;
  readonly now: () => Date;
  readonly onFault?: (fault: unknown) => void;
}

/** Looks each minute for organizations whose day has come to the hour of reminders. Any number may run, and nothing is lost with one that ends. */
export class Reminders extends LooksEachMinute {
  readonly #options: ReminderOptions;
  /** The last day that was done here, by organization: a new process does its day again, and changes nothing by that. */
  readonly #done = new Map<string, string>();
  readonly #zones = new Map<string, string>();

  constructor(options: ReminderOptions) {
    super(options.onFault);
    this.#options = options;
  }

  /** Makes the jobs of every organization whose hour has come and that was not looked at on its day. */
  async look(): Promise<void> {
    const now = this.#options.now();
    for (const { tenant } of await this.#options.log.heads()) {
      // A zone that was changed since counts from the next day on that is looked at.
      const known = this.#zones.get(tenant);
      if (known !== undefined && this.#done.get(tenant) === localDateTime(now, known).date) continue;
      const organization = await new FindOrganizationHandler(this.#options.reader).execute(
        new FindOrganization(tenant),
      );
      if (!organization) continue;
      this.#zones.set(tenant, organization.timeZone);
      const { date, time } = localDateTime(now, organization.timeZone);
      if (time < FROM_TIME) continue;
      const jobs = [
        ...remindersOn(tenant, await this.#waiting(tenant, date), date),
        digestsOn(tenant, date),
        ...(asksForFigures(date) ? [figuresOn(tenant, date)] : []),
        ...(await jobsWithoutReviewer(tenant, this.#options.reader, now)),
      ];
      await transaction(this.#options.pool, (client) => this.#options.enqueue(client, MAIL_QUEUE, jobs));
      this.#done.set(tenant, date);
    }
  }

  #waiting(tenant: string, today: string): Promise<Waiting[]> {
    return this.#options.reader.ask<Waiting>(tenant, {
      name: 'actions that wait',
      text: `select t.task_guid as guid, t.state, (case when t.state = 'OPEN' then t.due_date else t.verify_by end)::text as day
             from ${taskTable} t join ${incidentListTable} i on i.tenant = $1 and i.event_id = t.event_id and i.deleted_at is null
             where t.tenant = $1 and not t.is_deleted and ((t.state = 'OPEN' and t.due_date <= $2::date + 3) or (t.state = 'COMPLETED' and t.verify_by <= $2::date))
             order by t.task_guid`,
      values: [tenant, today],
    });
  }
}
