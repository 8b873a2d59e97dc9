import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { erasureDueTable } from '@plimsoll/projections/privacy/erasure-list/project';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';
import { COMMAND_QUEUE } from '../commands/command-queue.ts';
import { followUp } from '../commands/follow-up-task.ts';
import type { Enqueue } from '../jobs/jobs.ts';
import { LooksEachMinute } from '../jobs/looks-each-minute.ts';

export interface DueErasureOptions {
  /** As plimsoll_projector. */
  readonly pool: pg.Pool;
  readonly reader: ReadModelReader;
  readonly enqueue: Enqueue;
  readonly now: () => Date;
  readonly onFault?: (fault: unknown) => void;
}

/** Of what may not begin yet, or was stopped, it is asked again this often. */
const AGAIN_MS = 600_000;
const PAGE = 1_000;

/** Looks at the start and each minute for erasures whose time has come, or that have not come to their end. Any number may run, and nothing is lost with one that ends. */
export class DueErasureLooker extends LooksEachMinute {
  constructor(private readonly options: DueErasureOptions) {
    super(options.onFault);
  }

  async look(): Promise<void> {
    const { pool, reader, enqueue, now } = this.options;
    const moment = now();
    const { text } = (await reader.sets()).statement({
      text: `select tenant, subject, erasure_guid as guid from ${erasureDueTable} where due_at <= $1 order by due_at limit ${PAGE}`,
    });
    const { rows } = await pool.query<{ tenant: string; subject: string; guid: string }>(text, [moment]);
    const jobs = rows.map(({ tenant, subject, guid }) => ({
      id: nameBasedGuid(`erasure ${guid} ${Math.floor(moment.getTime() / AGAIN_MS)}`, tenant),
      data: followUp('CARRY_ERASURES_OUT', { organization: tenant, subject }),
    }));
    if (jobs.length > 0) await transaction(pool, (client) => enqueue(client, COMMAND_QUEUE, jobs));
  }
}
