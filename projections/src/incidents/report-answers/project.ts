import type { IncidentProgress } from '@plimsoll/contracts/incidents/progress';
import type { NewsKind } from '@plimsoll/contracts/notifications/news';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { defineReadModel, type FoldRows, type Recorded, type RowFold } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';

export const reportAnswerTable = table('report_answer', {
  comment: 'What became of each report, for the person who made it.',
  key: ['event_id'],
  columns: {
    event_id: 'uuid',
    reporter_guid: 'uuid',
    entered_by_guid: 'uuid',
    workflow: of<IncidentProgress['workflow']>('text'),
    is_imported: 'boolean',
    reported_at: 'timestamptz',
    reviewed_at: 'timestamptz?',
    returned_at: 'timestamptz?',
    closed_at: 'timestamptz?',
    answered_at: 'timestamptz?',
    answer: 'text?',
    answer_by_guid: 'uuid?',
    answer_at: 'timestamptz?',
  },
  comments: {
    answered_at: 'when someone else first reviewed, returned or approved it',
    answer: 'the last sentence to the reporter',
  },
  indexes: {
    reporter: '(tenant, reporter_guid, reported_at desc)',
    entered_by: '(tenant, entered_by_guid, reported_at desc)',
    reported: "(tenant, reported_at) where workflow <> 'NONE' and not is_imported",
  },
});
export type ReportAnswerRow = RowOf<typeof reportAnswerTable>;

export const newsTable = table('news', {
  comment: 'What people are told of their reports, and of serious events, without having to do anything.',
  key: ['recipient_guid', 'news_guid'],
  columns: {
    recipient_guid: 'uuid',
    news_guid: 'uuid',
    kind: of<NewsKind>('text'),
    event_id: 'uuid',
    at: 'timestamptz',
    by_guid: 'uuid?',
    text: 'text?',
  },
  comments: { by_guid: 'null where the product itself tells' },
  indexes: { newest: '(tenant, recipient_guid, at desc)' },
});
export type NewsRow = RowOf<typeof newsTable>;

/** Events that concern a report, of its own stream, of its actions and of its alarm. */
const types = [
  'IncidentReported',
  'IncidentReviewed',
  'IncidentReturned',
  'IncidentApproved',
  'IncidentReopened',
  'TaskVerified',
  'AlarmRaised',
  'AlarmEscalated',
  'AlarmAcknowledged',
] as const;
type Concerning = Recorded<(typeof types)[number]>;

/** The event that it concerns; null for a drill. */
const concerned = (event: RecordedEvent): string | null =>
  event.stream.kind === 'incident' ? event.stream.guid : (event.data as { eventId: string | null }).eventId;

/** Who reported or entered it. */
const reporters = ({ reporter_guid, entered_by_guid }: ReportAnswerRow): string[] => [
  ...new Set([reporter_guid, entered_by_guid]),
];

/** Tells people; whoever did it is not told. */
function tell(
  rows: FoldRows,
  event: RecordedEvent,
  recipients: readonly string[],
  news: Pick<NewsRow, 'kind' | 'event_id' | 'text'>,
): void {
  const { actor, at } = event.metadata;
  for (const recipient_guid of recipients)
    if (recipient_guid !== actor.userGuid)
      rows.put(newsTable, {
        ...news,
        recipient_guid,
        news_guid: event.id,
        at,
        by_guid: actor.kind === 'SYSTEM' ? null : actor.userGuid,
      });
}

const begun = ({ stream, metadata: { actor, at }, data }: Recorded<'IncidentReported'>): ReportAnswerRow => ({
  event_id: stream.guid,
  reporter_guid: data.reporterGuid,
  entered_by_guid: data.enteredByGuid,
  workflow: data.form.workflow,
  is_imported: actor.kind === 'IMPORT',
  reported_at: at,
  reviewed_at: null,
  returned_at: null,
  closed_at: data.form.workflow === 'NONE' ? at : null,
  answered_at: null,
  answer: null,
  answer_by_guid: null,
  answer_at: null,
});

/** The row after a step by someone: the first by anyone else answers the reporter. */
function after(row: ReportAnswerRow, event: Concerning): ReportAnswerRow {
  const { actor, at } = event.metadata;
  const answered = { answered_at: row.answered_at ?? (reporters(row).includes(actor.userGuid) ? null : at) };
  const said =
    (event.type === 'IncidentReviewed' || event.type === 'IncidentApproved') && event.data.answer !== null
      ? { answer: event.data.answer, answer_by_guid: actor.userGuid, answer_at: at }
      : {};
  switch (event.type) {
    case 'IncidentReviewed':
      return { ...row, ...answered, ...said, reviewed_at: at, ...(row.workflow === 'REVIEW' && { closed_at: at }) };
    case 'IncidentReturned':
      return event.data.to === 'REPORTER'
        ? { ...row, ...answered, returned_at: at, closed_at: null }
        : { ...row, closed_at: null };
    case 'IncidentApproved':
      return { ...row, ...answered, ...said, closed_at: at };
    case 'IncidentReopened':
      return { ...row, closed_at: null };
    default:
      return row;
  }
}

/** Tells what an event means to people, if anything. */
function tellOf(rows: FoldRows, row: ReportAnswerRow, event: Concerning): void {
  if (row.is_imported) return;
  const to = reporters(row);
  const about = { event_id: row.event_id };
  switch (event.type) {
    case 'IncidentReviewed':
      // A second review is news only with another sentence.
      if (row.reviewed_at !== null && (event.data.answer === null || event.data.answer === row.answer)) return;
      return tell(rows, event, to, {
        ...about,
        kind: row.workflow === 'REVIEW' ? 'EVENT_CLOSED' : 'EVENT_REVIEWED',
        text: event.data.answer,
      });
    case 'IncidentApproved':
      return tell(rows, event, to, { ...about, kind: 'EVENT_CLOSED', text: event.data.answer });
    case 'TaskVerified':
      return tell(rows, event, to, { ...about, kind: 'ACTION_VERIFIED', text: null });
    case 'AlarmAcknowledged':
      return tell(rows, event, to, { ...about, kind: 'ALARM_ANSWERED', text: null });
    case 'AlarmRaised':
    case 'AlarmEscalated':
      if (event.data.level === 'NOTICE')
        tell(rows, event, event.data.recipients, {
          ...about,
          kind: 'ALARM_NOTICE',
          text: event.data.rules.map(({ name }) => name).join(', '),
        });
  }
}

const answerFold: RowFold = {
  table: reportAnswerTable,
  eventTypes: types,
  needs(events) {
    const begins = new Set<string>();
    const earlier = new Set<string>();
    for (const event of events) {
      if (!(types as readonly string[]).includes(event.type)) continue;
      const eventId = concerned(event);
      if (eventId === null || begins.has(eventId)) continue;
      if (event.type === 'IncidentReported') begins.add(eventId);
      else earlier.add(eventId);
    }
    return [...earlier].map((eventId) => [eventId]);
  },
  open: (rows) => ({
    take(recorded) {
      const event = recorded as Concerning;
      const eventId = concerned(event);
      if (eventId === null) return;
      if (event.type === 'IncidentReported') return rows.put(reportAnswerTable, begun(event));
      const row = rows.get(reportAnswerTable, eventId);
      // Its report was set aside, or is of a version that nobody can read: nobody can be told of it.
      if (!row) return;
      tellOf(rows, row, event);
      const next = after(row, event);
      if (next !== row) rows.put(reportAnswerTable, next);
    },
    close: () => undefined,
  }),
};

/** What became of reports, and what their reporters are told. */
export const reportAnswers = defineReadModel({
  name: 'report-answers',
  version: 1,
  tables: [reportAnswerTable, newsTable],
  folds: [answerFold],
});
