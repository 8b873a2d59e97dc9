import { monthOf } from '@plimsoll/contracts/kernel/values/calendar';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import { transaction } from '@plimsoll/postgres/transaction';
import { AreLoadLinesSet, AreLoadLinesSetHandler } from '@plimsoll/projections/metrics/load-lines/query';
import { commandJob } from '../jobs/command-job.ts';
import type { NewJob } from '../jobs/jobs.ts';
import { oncePerPeriod } from '../jobs/once-per-period.ts';
import { COMMAND_QUEUE } from '../jobs/queues.ts';
import { defineSchedule } from '../jobs/schedule.ts';

const judgeIn = (tenant: string, month: string): NewJob => ({
  id: nameBasedGuid(`load lines ${month}`, tenant),
  data: commandJob('JUDGE_LOAD_LINES', { organization: tenant }),
});

/** Checks load lines when a month ends. (A line that is set during the month is checked by its reactor.) */
export const endedMonths = defineSchedule({
  name: 'metrics/ended-months',
  onErrorText: 'Ended months could not be looked for and are tried again',
  create: (context) =>
    oncePerPeriod(context, {
      of: ({ date }) => monthOf(date),
      run: async ({ tenant, local: { date } }) => {
        const { pool, reader, enqueue } = context;
        if (!(await new AreLoadLinesSetHandler(reader).execute(new AreLoadLinesSet(tenant)))) return;
        await transaction(pool, (client) => enqueue(client, COMMAND_QUEUE, [judgeIn(tenant, monthOf(date))]));
      },
    }),
});
