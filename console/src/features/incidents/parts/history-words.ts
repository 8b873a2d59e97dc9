import type { IncidentHistory } from '@plimsoll/contracts/incidents/answers';
import { formatInstant, localTime } from '../../../lib/time.ts';

export type HistoryItem = IncidentHistory['items'][number];

const fieldWords: Readonly<Record<string, string>> = {
  occurrenceDate: 'Date', occurrenceTime: 'Time', timeZone: 'Time zone', reportingGroupGuid: 'Reporting group', worksiteGuid: 'Worksite', regionGuid: 'Region',
  location: 'Location', description: 'What happened', immediateActions: 'Immediate actions', injuredPersons: 'People hurt', relatedPersons: 'Other people', components: 'Answers',
  severity: 'Severity', likelihood: 'Likelihood', reviewer: 'Reviewer', approver: 'Approver', reviewerGuid: 'Reviewer', approverGuid: 'Approver', state: 'State', comment: 'Comment',
  signature: 'Signature', approvedRevision: 'Approved revision', risk: 'Risk',
};

/** The name of a field as people read it. */
export const fieldName = (field: string): string => fieldWords[field] ?? field;

/** What stands for nothing: a risk is not rated, anything else is not there. */
export const nothingWords = (field: string): string => (/^(severity|likelihood|risk)$/.test(field) ? 'not rated' : 'nothing');

const named = (item: HistoryItem, who: RegExp): string | undefined => item.changes.find(({ field }) => who.test(field))?.to ?? undefined;

const verbs: Readonly<Record<string, (item: HistoryItem) => string>> = {
  IncidentReported: () => 'reported the event',
  IncidentAmended: ({ changes }) => `changed ${listed(changes.map(({ field }) => fieldName(field))) || 'the event'}`,
  ReviewRequested: (item) => `asked ${named(item, /^reviewer/i) ?? 'somebody'} for a review`,
  IncidentReviewed: () => 'reviewed the event',
  IncidentReturned: () => 'returned the event',
  ApprovalRequested: (item) => `asked ${named(item, /^approver/i) ?? 'somebody'} for approval`,
  IncidentApproved: () => 'approved the event',
  IncidentReopened: () => 'reopened the event',
  IncidentDeleted: () => 'deleted the event',
  IncidentRestored: () => 'restored the event',
};

/** "Immediate actions and Location" */
function listed(words: readonly string[]): string {
  const once = [...new Set(words)];
  return once.length > 1 ? `${once.slice(0, -1).join(', ')} and ${once.at(-1)}` : (once[0] ?? '');
}

/** What somebody did, after the name: "asked Daniel Okafor for a review". */
export const didWords = (item: HistoryItem): string => verbs[item.type]?.(item) ?? item.type;

/** What the sentence says already, and what only the product counts by. */
const saidElsewhere: Readonly<Record<string, RegExp>> = { ReviewRequested: /^(reviewer|state)/i, ApprovalRequested: /^(approver|state)/i, IncidentApproved: /^approvedRevision$/, IncidentReopened: /^approvedRevision$/ };

/** Changes that the sentence does not say already. */
export const changesToShow = (item: HistoryItem): HistoryItem['changes'] => item.changes.filter(({ field }) => !saidElsewhere[item.type]?.test(field));

/** "received 07:31" when the log heard of it more than a minute after it was done. What no device sent was never under way. */
export function receivedWords({ at, recordedAt, client }: HistoryItem, zone: string): string | undefined {
  if (client.device === 'SERVER') return undefined;
  if (Date.parse(recordedAt) - Date.parse(at) <= 60_000) return undefined;
  const done = localTime(at, zone);
  const received = localTime(recordedAt, zone);
  return `received ${done.date === received.date ? received.time : formatInstant(recordedAt, zone)}`;
}

/** What has happened since a revision, a sentence each, oldest first: "Marta Kowalczyk changed Location, 18 Nov, 09:12." */
export const changesSince = ({ items }: IncidentHistory, revision: number, zone: string): string[] =>
  items
    .filter((item) => item.revision > revision)
    .sort((one, other) => one.revision - other.revision)
    .map((item) => `${item.actor.name} ${didWords(item)}, ${formatInstant(item.at, zone)}.`);
