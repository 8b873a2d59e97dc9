import type { IncidentProgress } from '@plimsoll/contracts/incidents/progress';
import type { NewsKind } from '@plimsoll/contracts/notifications/news';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { defineReadModel, type Recorded, type RowFold, type Rows } from '../../runner/tables/read-model.ts';
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

export const eventNewsTable = table('event_news', {
  comment: 'What happened in other streams that concerns the reporters of an event.',
  key: ['news_guid'],
  columns: { news_guid: 'uuid', event_id: 'uuid', kind: of<NewsKind>('text'), at: 'timestamptz', by_guid: 'uuid?' },
  comments: { by_guid: 'null where the product itself tells' },
  indexes: { event: '(tenant, event_id)' },
});
export type EventNewsRow = RowOf<typeof eventNewsTable>;

/** Steps of an incident that change what became of its report. */
const types = [
  'IncidentReported',
  'IncidentReviewed',
  'IncidentReturned',
  'IncidentApproved',
  'IncidentReopened',
] as const;
type Concerning = Recorded<(typeof types)[number]>;

/** Who reported or entered it. */
const reporters = ({ reporter_guid, entered_by_guid }: ReportAnswerRow): string[] => [
  ...new Set([reporter_guid, entered_by_guid]),
];

/** Writes news for people, except for the person who did it. */
function tell(
  rows: Rows,
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
        by_guid: actorOf(event),
      });
}

/** Who did it; null for the product itself. */
const actorOf = ({ metadata: { actor } }: RecordedEvent): string | null =>
  actor.kind === 'SYSTEM' ? null : actor.userGuid;

const reported = ({ stream, metadata: { actor, at }, data }: Recorded<'IncidentReported'>): ReportAnswerRow => ({
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
function tellOf(rows: Rows, row: ReportAnswerRow, event: Concerning): void {
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
  }
}

const answerFold: RowFold = {
  table: reportAnswerTable,
  eventTypes: types,
  needs(events) {
    const begun = new Set<string>();
    const earlier = new Set<string>();
    for (const { type, stream } of events) {
      if (stream.kind !== 'incident' || !(types as readonly string[]).includes(type) || begun.has(stream.guid))
        continue;
      if (type === 'IncidentReported') begun.add(stream.guid);
      else earlier.add(stream.guid);
    }
    return [...earlier].map((eventId) => [eventId]);
  },
  open: (rows) => ({
    take(recorded) {
      const event = recorded as Concerning;
      if (event.type === 'IncidentReported') return rows.put(reportAnswerTable, reported(event));
      const row = rows.get(reportAnswerTable, event.stream.guid);
      if (!row) throw new Error(`${event.type} of ${event.stream.guid}, which nobody reported`);
      tellOf(rows, row, event);
      rows.put(reportAnswerTable, after(row, event));
    },
    close: () => undefined,
  }),
};

/** News about an event for its reporters: who they are is found when it is read, whatever the order of streams. */
const ofEvent = (rows: Rows, event: RecordedEvent, kind: NewsKind, eventId: string | null): void => {
  if (eventId !== null)
    rows.put(eventNewsTable, {
      news_guid: event.id,
      event_id: eventId,
      kind,
      at: event.metadata.at,
      by_guid: actorOf(event),
    });
};

/** A notice is news for the people whom it went to. */
function notice(event: Recorded<'AlarmRaised' | 'AlarmEscalated'>, rows: Rows): void {
  const { eventId, level, recipients, rules } = event.data;
  if (level === 'NOTICE' && eventId !== null)
    tell(rows, event, recipients, {
      event_id: eventId,
      kind: 'ALARM_NOTICE',
      text: rules.map(({ name }) => name).join(', '),
    });
}

/** What became of reports, and the news for their reporters. */
export const reportAnswers = defineReadModel({
  name: 'report-answers',
  version: 1,
  tables: [reportAnswerTable, newsTable, eventNewsTable],
  folds: [answerFold],
  on: {
    TaskVerified: (event, rows) => ofEvent(rows, event, 'ACTION_VERIFIED', event.data.eventId),
    AlarmAcknowledged: (event, rows) => ofEvent(rows, event, 'ALARM_ANSWERED', event.data.eventId),
    AlarmRaised: notice,
    AlarmEscalated: notice,
  },
});
