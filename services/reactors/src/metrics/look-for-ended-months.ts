import { localDateTime, monthOf } from '@plimsoll/contracts/kernel/values/calendar';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { transaction } from '@plimsoll/postgres/transaction';
import { AreLoadLinesSet, AreLoadLinesSetHandler } from '@plimsoll/projections/metrics/load-lines/query';
import {
  FindOrganization,
  FindOrganizationHandler,
} from '@plimsoll/projections/organizations/organization-settings/query';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type pg from 'pg';
import { COMMAND_QUEUE } from '../commands/command-queue.ts';
import { followUp } from '../commands/follow-up-task.ts';
import type { Enqueue, NewJob } from '../jobs/jobs.ts';
import { LooksEachMinute } from '../jobs/looks-each-minute.ts';

export interface EndedMonthOptions {
  readonly log: Pick<EventStore, 'heads'>;
  /** As plimsoll_projector. */
  readonly pool: pg.Pool;
  readonly reader: ReadModelReader;
  readonly enqueue: Enqueue;
  readonly now: () => Date;
  readonly onFault?: (fault: unknown) => void;
}

/** Asks for the lines of an organization to be judged in its running month; asked for twice it is the same job. */
const judgedIn = (tenant: string, month: string): NewJob => ({
  id: nameBasedGuid(`load lines ${month}`, tenant),
  data: followUp('JUDGE_LOAD_LINES', { organization: tenant }),
});

/** Has load lines judged when a month ends and nobody asks: looks at the start and each minute. Any number may run, and nothing is lost with one that ends. */
export class EndedMonths extends LooksEachMinute {
  readonly #options: EndedMonthOptions;
  /** The last month that was seen to here, by organization. A line that is set meanwhile is judged as it is set. */
  readonly #done = new Map<string, string>();
  readonly #zones = new Map<string, string>();

  constructor(options: EndedMonthOptions) {
    super(options.onFault);
    this.#options = options;
  }

  async look(): Promise<void> {
    const { log, pool, reader, enqueue } = this.#options;
    const now = this.#options.now();
    for (const { tenant } of await log.heads()) {
      // A zone that was changed since counts from the next month on; the change is judged by itself.
      const known = this.#zones.get(tenant);
      if (known !== undefined && this.#done.get(tenant) === monthOf(localDateTime(now, known).date)) continue;
      const organization = await new FindOrganizationHandler(reader).execute(new FindOrganization(tenant));
      if (!organization) continue;
      this.#zones.set(tenant, organization.timeZone);
      const month = monthOf(localDateTime(now, organization.timeZone).date);
      if (await new AreLoadLinesSetHandler(reader).execute(new AreLoadLinesSet(tenant)))
        await transaction(pool, (client) => enqueue(client, COMMAND_QUEUE, [judgedIn(tenant, month)]));
      this.#done.set(tenant, month);
    }
  }
}
