import { contributionOf } from '@plimsoll/projections/metrics/frequency-chart/contribution';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { COMMAND_QUEUE } from '../commands/command-queue.ts';
import { followUp } from '../commands/follow-up-task.ts';
import { defineReactor, type Task } from '../runner/reactor.ts';

const judge = ({ tenant }: RecordedEvent): readonly Task[] => [followUp('JUDGE_LOAD_LINES', { organization: tenant })];

/** Has load lines judged whenever a case, a figure, a limit or where a month ends may have changed a rate. */
export const judgeLoadLines = defineReactor({
  name: 'judge-load-lines',
  queue: COMMAND_QUEUE,
  on: {
    IncidentReported(event) {
      const { trifCases, ltifCases, mvifCases } = contributionOf(event.data.form, event.data.injuredPersons);
      return trifCases + ltifCases + mvifCases > 0 ? judge(event) : [];
    },
    IncidentAmended: (event) => (event.data.injuredPersons || event.data.occurrenceDate ? judge(event) : []),
    IncidentDeleted: judge,
    IncidentRestored: judge,
    MonthlyMetricsRecorded: judge,
    LoadLinesSet: judge,
    OrganizationTimeZoneChanged: judge,
  },
});
