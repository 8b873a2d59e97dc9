import type { IncidentHistory } from '@plimsoll/contracts/incidents/answers';
import type { AnswerValue } from '@plimsoll/contracts/forms/answer-value';
import type { IncidentEvent, IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { riskScore } from '@plimsoll/contracts/incidents/vocabulary';
import { personOf, personOrNull } from '../person-names.ts';
import type { IncidentHistoryRow } from './project.ts';
import { answerText, factFields, factText, likelihoodText, questionText, riskText, severityText, type Names } from './readable-values.ts';

type Item = IncidentHistory['items'][number];
type Change = Item['changes'][number];

/** What came before an event, as far as its changes need it. */
interface Before {
  readonly facts: IncidentFacts | null;
  readonly severity: number | null;
  readonly likelihood: number | null;
  readonly reviewerGuid: string | null;
  readonly approverGuid: string | null;
  readonly approvedRevision: number | null;
}

const nothing: Before = { facts: null, severity: null, likelihood: null, reviewerGuid: null, approverGuid: null, approvedRevision: null };

/** Makes the history that people read out of an incident's rows, in the order of their revisions. */
export function foldHistory(rows: readonly (IncidentHistoryRow & { actor_kind: Item['actor']['kind'] })[], names: Names): Item[] {
  let before = nothing;
  return rows.map((row) => {
    const event = { type: row.type, data: JSON.parse(row.data) as unknown } as IncidentEvent;
    const after = following(before, event);
    const item: Item = {
      revision: row.revision,
      position: row.position,
      type: row.type,
      at: row.at,
      recordedAt: row.recorded_at as string,
      actor: { ...personOf(row.actor_guid, names.get(row.actor_guid)), kind: row.actor_kind },
      client: { product: row.product, device: row.device },
      onBehalfOf: personOrNull(row.on_behalf_of_guid, row.on_behalf_of_guid && names.get(row.on_behalf_of_guid)),
      changes: changesOf(before, after, event, names),
      comment: commentOf(event),
      seal: row.seal,
    };
    before = after;
    return item;
  });
}

function following(before: Before, event: IncidentEvent): Before {
  switch (event.type) {
    case 'IncidentReported': {
      const { form: _form, reporterGuid: _reporter, enteredByGuid: _enteredBy, ...facts } = event.data;
      return { ...nothing, facts };
    }
    case 'IncidentAmended': return { ...before, facts: { ...before.facts!, ...event.data } };
    case 'ReviewRequested': return { ...before, reviewerGuid: event.data.reviewerGuid };
    case 'ApprovalRequested': return { ...before, approverGuid: event.data.approverGuid };
    case 'IncidentReviewed': return { ...before, severity: event.data.severity, likelihood: event.data.likelihood };
    case 'IncidentApproved': return { ...before, approvedRevision: event.data.approvedRevision };
    case 'IncidentReturned': return event.data.to === 'REPORTER' ? { ...before, reviewerGuid: null, approverGuid: null } : { ...before, approverGuid: null };
    case 'IncidentReopened': return { ...before, reviewerGuid: null, approverGuid: null };
    default: return before;
  }
}

function changesOf(before: Before, after: Before, event: IncidentEvent, names: Names): Change[] {
  const person = (guid: string | null) => (guid === null ? null : personOf(guid, names.get(guid)).name);
  const risk = ({ severity, likelihood }: Before) => riskText(riskScore(severity, likelihood));
  switch (event.type) {
    case 'IncidentAmended': return factChanges(before.facts!, after.facts!, names);
    case 'ReviewRequested': return differing([['reviewer', person(before.reviewerGuid), person(after.reviewerGuid)]]);
    case 'ApprovalRequested': return differing([['approver', person(before.approverGuid), person(after.approverGuid)]]);
    case 'IncidentReviewed': return differing([
      ['severity', severityText(before.severity), severityText(after.severity)],
      ['likelihood', likelihoodText(before.likelihood), likelihoodText(after.likelihood)],
      ['risk', risk(before), risk(after)],
    ]);
    case 'IncidentApproved': return differing([
      ['approvedRevision', numberText(before.approvedRevision), numberText(after.approvedRevision)],
      ['signature', null, event.data.signature],
    ]);
    default: return [];
  }
}

const numberText = (value: number | null): string | null => (value === null ? null : String(value));

const differing = (changes: readonly (readonly [field: string, from: string | null, to: string | null])[]): Change[] =>
  changes.filter(([, from, to]) => from !== to).map(([field, from, to]) => ({ field, from, to }));

function factChanges(before: IncidentFacts, after: IncidentFacts, names: Names): Change[] {
  const from = answersOf(before);
  const to = answersOf(after);
  const questions = [...new Set([...from.keys(), ...to.keys()])];
  return differing([
    ...factFields.map((field) => [field, factText(field, before, names), factText(field, after, names)] as const),
    ...questions.map((guid) => [questionText(guid), answerText(guid, from.get(guid), names), answerText(guid, to.get(guid), names)] as const),
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
