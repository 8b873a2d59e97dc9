import type { IncidentHistory } from '@plimsoll/contracts/incidents/answers';
import type { AnswerValue } from '@plimsoll/contracts/forms/answer-value';
import type { IncidentEvent, IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { progressAfter, reportedProgress, type IncidentProgress, type StepTaken } from '@plimsoll/contracts/incidents/progress';
import { riskScore } from '@plimsoll/contracts/incidents/vocabulary';
import { personOf, personOrNull } from '../person-names.ts';
import type { IncidentHistoryRow } from './project.ts';
import { answerText, factFields, factText, likelihoodText, questionText, riskText, severityText, type Names, type Questions } from './readable-values.ts';

type Item = IncidentHistory['items'][number];
type Change = Item['changes'][number];

/** What came before an event; nothing before the report. */
interface Before {
  readonly progress: IncidentProgress | null;
  readonly facts: IncidentFacts | null;
}

/** Makes the history that people read out of an incident's rows, in the order of their revisions. */
export function foldHistory(rows: readonly (IncidentHistoryRow & { actor_kind: Item['actor']['kind'] })[], names: Names, questions: Questions): Item[] {
  let before: Before = { progress: null, facts: null };
  return rows.map((row) => {
    const event = { type: row.type, data: JSON.parse(row.data) as unknown } as IncidentEvent;
    const after = following(before, event, { revision: row.revision, at: row.at, byGuid: row.actor_guid });
    const item: Item = {
      revision: row.revision,
      position: row.position,
      type: row.type,
      at: row.at,
      recordedAt: row.recorded_at as string,
      actor: { ...personOf(row.actor_guid, names.get(row.actor_guid)), kind: row.actor_kind },
      client: { product: row.product, device: row.device },
      onBehalfOf: personOrNull(row.on_behalf_of_guid, row.on_behalf_of_guid && names.get(row.on_behalf_of_guid)),
      changes: changesOf(before, after, event, names, questions),
      comment: commentOf(event),
      seal: row.seal,
    };
    before = after;
    return item;
  });
}

function following({ progress, facts }: Before, event: IncidentEvent, taken: StepTaken): Before {
  if (event.type === 'IncidentReported') {
    const { form: _form, reporterGuid: _reporter, enteredByGuid: _enteredBy, ...reported } = event.data;
    return { progress: reportedProgress(event, taken), facts: reported };
  }
  return { progress: progressAfter(progress!, event, taken), facts: event.type === 'IncidentAmended' ? { ...facts!, ...event.data } : facts };
}

function changesOf(before: Before, after: Before, event: IncidentEvent, names: Names, questions: Questions): Change[] {
  if (event.type === 'IncidentReported') return [];
  const [from, to] = [before.progress!, after.progress!];
  const person = (guid: string | null) => (guid === null ? null : personOf(guid, names.get(guid)).name);
  const risk = ({ severity, likelihood }: IncidentProgress) => riskText(riskScore(severity, likelihood));
  switch (event.type) {
    case 'IncidentAmended': return factChanges(before.facts!, after.facts!, names, questions);
    case 'ReviewRequested': return differing([['reviewer', person(from.reviewerGuid), person(to.reviewerGuid)]]);
    case 'ApprovalRequested': return differing([['approver', person(from.approverGuid), person(to.approverGuid)]]);
    case 'IncidentReviewed': return differing([
      ['severity', severityText(from.severity), severityText(to.severity)],
      ['likelihood', likelihoodText(from.likelihood), likelihoodText(to.likelihood)],
      ['risk', risk(from), risk(to)],
    ]);
    case 'IncidentApproved': return differing([
      ['approvedRevision', numberText(from.approvedRevision), numberText(to.approvedRevision)],
      ['signature', null, event.data.signature],
    ]);
    default: return [];
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
    ...answered.map((guid) => [questionText(questions, guid), answerText(questions, guid, from.get(guid), names), answerText(questions, guid, to.get(guid), names)] as const),
  ]);
}

const answersOf = ({ components }: IncidentFacts): ReadonlyMap<string, AnswerValue> =>
  new Map(components.flatMap(({ answers }) => answers.map(({ questionGuid, value }) => [questionGuid, value] as const)));

function commentOf(event: IncidentEvent): string | null {
  switch (event.type) {
    case 'IncidentReviewed':
    case 'IncidentReturned':
    case 'IncidentApproved': return event.data.comment;
    case 'IncidentReopened': return event.data.reason;
    default: return null;
  }
}
