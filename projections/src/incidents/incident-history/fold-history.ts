import type { AlarmEvent } from '@plimsoll/contracts/alarms/events';
import type { IncidentHistory } from '@plimsoll/contracts/incidents/answers';
import type { AnswerValue } from '@plimsoll/contracts/forms/answer-value';
import type { IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { progressAfter, reportedProgress, type IncidentProgress } from '@plimsoll/contracts/incidents/progress';
import { riskScore } from '@plimsoll/contracts/incidents/vocabulary';
import { wentToText } from '@plimsoll/contracts/routing/texts';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import { stepTaken, type RecordedIncidentEvent } from '../incident-progress.ts';
import { personOf, personOrNull } from '../../platform/person-names.ts';
import { shortHash } from '../../platform/short-hash.ts';
import type { UnitHistoryRow } from '../../units/unit-history/project.ts';
import {
  answerText,
  factFields,
  factText,
  likelihoodText,
  questionText,
  riskText,
  severityText,
  type Names,
  type Questions,
} from './readable-values.ts';

type Item = IncidentHistory['items'][number];
type Change = Item['changes'][number];

/** The state before an event; empty before the report. */
interface Before {
  readonly progress: IncidentProgress | null;
  readonly facts: IncidentFacts | null;
}

/** An archiving of a group in favour of another, to which its references then point. */
export type Archiving = UnitHistoryRow & {
  readonly actor_kind: Item['actor']['kind'];
  readonly recorded_at: string;
  readonly reassigned_to_guid: string;
};

/** An event of an incident's alarm. */
export type RecordedAlarmEvent = RecordedEvent & AlarmEvent;

/** What an incident's history shows of other streams. */
interface Elsewhere {
  readonly archivings: readonly Archiving[];
  readonly alarms: readonly RecordedAlarmEvent[];
}

/**
 * Builds an incident's history for people from its events, in the order of the log, including archivings of its groups
 * and the events of its alarm.
 */
export function foldHistory(
  events: readonly RecordedIncidentEvent[],
  { archivings, alarms }: Elsewhere,
  names: Names,
  questions: Questions,
): Item[] {
  const items: Item[] = [];
  let before: Before = { progress: null, facts: null };
  let archived = 0;
  let alarmed = 0;
  const tellAlarms = (until: number) => {
    for (; alarmed < alarms.length && alarms[alarmed]!.position < until; alarmed++)
      items.push(itemOfAlarm(alarms[alarmed]!, items.at(-1)!.revision, names));
  };
  const tellArchivings = (until: number) => {
    for (; archived < archivings.length && archivings[archived]!.position < until; archived++) {
      const archiving = archivings[archived]!;
      tellAlarms(archiving.position);
      const group =
        before.facts && resolveReportingGroup(before.facts.reportingGroupGuid, archivings.slice(0, archived));
      if (group !== archiving.unit_guid) continue;
      const name = (guid: string) => names.get(guid) ?? guid;
      items.push({
        ...itemOfArchiving(archiving, names),
        revision: items.at(-1)!.revision,
        changes: [{ field: 'reportingGroupGuid', from: name(group), to: name(archiving.reassigned_to_guid) }],
      });
    }
    tellAlarms(until);
  };
  for (const event of events) {
    tellArchivings(event.position);
    const after = following(before, event);
    const withResolvedGroup = ({ progress, facts }: Before): Before => ({
      progress,
      facts: facts && {
        ...facts,
        reportingGroupGuid: resolveReportingGroup(facts.reportingGroupGuid, archivings.slice(0, archived)),
      },
    });
    items.push({
      ...itemOf(event, names),
      changes: changesOf(withResolvedGroup(before), withResolvedGroup(after), event, names, questions),
      comment: commentOf(event),
      wentTo: wentToOf(event, names),
    });
    before = after;
  }
  tellArchivings(Infinity);
  return items;
}

/** Returns the group that a guid refers to after these archivings, in the order of the log. */
function resolveReportingGroup(guid: string | null, archivings: readonly Archiving[]): string | null {
  return archivings.reduce(
    (current, { unit_guid, reassigned_to_guid }) => (current === unit_guid ? reassigned_to_guid : current),
    guid,
  );
}

const itemOf = (
  { revision, position, type, recordedAt, hash, metadata: { at, actor, client, onBehalfOf } }: RecordedEvent,
  names: Names,
): Item => ({
  revision,
  position,
  type,
  at,
  recordedAt: recordedAt.toISOString(),
  actor: { ...personOf(actor.userGuid, names.get(actor.userGuid)), kind: actor.kind },
  client,
  onBehalfOf: personOrNull(onBehalfOf, onBehalfOf && names.get(onBehalfOf)),
  changes: [],
  comment: null,
  wentTo: null,
  seal: shortHash(hash),
});

/** An event of the alarm, at the revision that the incident had then. */
const itemOfAlarm = (event: RecordedAlarmEvent, revision: number, names: Names): Item => ({
  ...itemOf(event, names),
  revision,
  comment:
    event.type === 'AlarmCalledOff'
      ? event.data.reason
      : event.type === 'AlarmAcknowledged'
        ? null
        : event.data.rules.map(({ name }) => name).join(', ') || null,
});

const itemOfArchiving = (row: Archiving, names: Names): Item => ({
  revision: row.revision,
  position: row.position,
  type: row.type,
  at: row.at,
  recordedAt: row.recorded_at,
  actor: { ...personOf(row.actor_guid, names.get(row.actor_guid)), kind: row.actor_kind },
  client: { product: row.product, device: row.device },
  onBehalfOf: personOrNull(row.on_behalf_of_guid, row.on_behalf_of_guid && names.get(row.on_behalf_of_guid)),
  changes: [],
  comment: null,
  wentTo: null,
  seal: row.seal,
});

function following({ progress, facts }: Before, event: RecordedIncidentEvent): Before {
  const taken = stepTaken(event);
  if (event.type === 'IncidentReported') {
    const { form: _form, reporterGuid: _reporter, enteredByGuid: _enteredBy, ...reported } = event.data;
    return { progress: reportedProgress(event, taken), facts: reported };
  }
  return {
    progress: progressAfter(progress!, event, taken),
    facts: event.type === 'IncidentAmended' ? { ...facts!, ...event.data } : facts,
  };
}

function changesOf(
  before: Before,
  after: Before,
  event: RecordedIncidentEvent,
  names: Names,
  questions: Questions,
): Change[] {
  if (event.type === 'IncidentReported') return [];
  const [from, to] = [before.progress!, after.progress!];
  const person = (guid: string | null) => (guid === null ? null : personOf(guid, names.get(guid)).name);
  const risk = ({ severity, likelihood }: IncidentProgress) => riskText(riskScore(severity, likelihood));
  switch (event.type) {
    case 'IncidentAmended':
      return factChanges(before.facts!, after.facts!, names, questions);
    case 'ReviewRequested':
      return differing([['reviewer', person(from.reviewerGuid), person(to.reviewerGuid)]]);
    case 'ApprovalRequested':
      return differing([['approver', person(from.approverGuid), person(to.approverGuid)]]);
    case 'IncidentReviewed':
      return differing([
        ['severity', severityText(from.severity), severityText(to.severity)],
        ['likelihood', likelihoodText(from.likelihood), likelihoodText(to.likelihood)],
        ['risk', risk(from), risk(to)],
      ]);
    case 'IncidentApproved':
      return differing([
        ['approvedRevision', numberText(from.approvedRevision), numberText(to.approvedRevision)],
        ['signature', null, event.data.signature?.name ?? null],
      ]);
    default:
      return [];
  }
}

const numberText = (value: number | null): string | null => (value === null ? null : String(value));

const differing = (changes: readonly (readonly [field: string, from: string | null, to: string | null])[]): Change[] =>
  changes.filter(([, from, to]) => from !== to).map(([field, from, to]) => ({ field, from, to }));

function factChanges(before: IncidentFacts, after: IncidentFacts, names: Names, questions: Questions): Change[] {
  const from = answersOf(before);
  const to = answersOf(after);
  const answered = [...new Set([...from.keys(), ...to.keys()])];
  return differing([
    ...factFields.map((field) => [field, factText(field, before, names), factText(field, after, names)] as const),
    ...answered.map(
      (guid) =>
        [
          questionText(questions, guid),
          answerText(questions, guid, from.get(guid), names),
          answerText(questions, guid, to.get(guid), names),
        ] as const,
    ),
  ]);
}

const answersOf = ({ components }: IncidentFacts): ReadonlyMap<string, AnswerValue> =>
  new Map(
    components.flatMap(({ answers }) => answers.map(({ questionGuid, value }) => [questionGuid, value] as const)),
  );

function wentToOf(event: RecordedIncidentEvent, names: Names): string | null {
  if (event.type !== 'ReviewRequested' || event.data.routedTo === null) return null;
  const { because, targetGuid } = event.data.routedTo;
  const { reviewerGuid } = event.data;
  return wentToText(
    personOf(reviewerGuid, names.get(reviewerGuid)).name,
    because,
    targetGuid === null ? null : (names.get(targetGuid) ?? null),
  );
}

function commentOf(event: RecordedIncidentEvent): string | null {
  switch (event.type) {
    case 'IncidentReviewed':
    case 'IncidentReturned':
    case 'IncidentApproved':
      return event.data.comment;
    case 'IncidentReopened':
      return event.data.reason;
    default:
      return null;
  }
}
