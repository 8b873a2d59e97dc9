import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { contributionOf } from '@plimsoll/projections/metrics/frequency-chart/contribution';
import { commandJob } from '../jobs/command-job.ts';
import type { JobRequest } from '../jobs/jobs.ts';
import { COMMAND_QUEUE, MAIL_QUEUE } from '../jobs/queues.ts';
import { defineReactor, type Reactor } from '../runner/reactor.ts';

const judge = ({ tenant }: RecordedEvent): readonly JobRequest[] => [
  commandJob('JUDGE_LOAD_LINES', { organization: tenant }),
];

/** Checks load lines when a case, monthly figures, a limit or the time zone may have changed a rate. */
const judgeLoadLines = defineReactor({
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

/** Mails the admins when a load line is crossed. */
const mailCrossedLines = defineReactor({
  name: 'mail-crossed-lines',
  queue: MAIL_QUEUE,
  on: {
    LoadLineCrossed: ({ data: { notificationGuid } }) => [
      { kind: 'LOAD_LINE', ids: { notification: notificationGuid } },
    ],
  },
});

export const metricsReactors: readonly Reactor[] = [judgeLoadLines, mailCrossedLines];
