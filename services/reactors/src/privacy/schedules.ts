import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { transaction } from '@plimsoll/postgres/transaction';
import { erasureDueTable } from '@plimsoll/projections/privacy/erasure-list/project';
import { commandJob } from '../jobs/command-job.ts';
import { COMMAND_QUEUE } from '../jobs/queues.ts';
import { defineSchedule } from '../jobs/schedule.ts';

/** How often an erasure that could not be completed is started again. */
const RETRY_INTERVAL_MS = 600_000;
const PAGE_SIZE = 1_000;

/** Starts erasures that are due or were not completed. */
export const dueErasures = defineSchedule({
  name: 'privacy/due-erasures',
  onErrorText: 'Due erasures could not be looked for and are tried again',
  create:
    ({ pool, reader, enqueue, now: clock }) =>
    async () => {
      const now = clock();
      const { text } = (await reader.sets()).statement({
        text: `select tenant, subject, erasure_guid as guid from ${erasureDueTable} where due_at <= $1 order by due_at limit ${PAGE_SIZE}`,
      });
      const { rows } = await pool.query<{ tenant: string; subject: string; guid: string }>(text, [now]);
      const jobs = rows.map(({ tenant, subject, guid }) => ({
        id: nameBasedGuid(`erasure ${guid} ${Math.floor(now.getTime() / RETRY_INTERVAL_MS)}`, tenant),
        data: commandJob('CARRY_ERASURES_OUT', { organization: tenant, subject }),
      }));
      if (jobs.length > 0) await transaction(pool, (client) => enqueue(client, COMMAND_QUEUE, jobs));
    },
});
