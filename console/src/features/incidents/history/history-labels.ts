import type { IncidentHistory } from '@plimsoll/contracts/incidents/answers';
import { didTexts, eventFieldTexts, GROUP_ARCHIVED } from '@plimsoll/contracts/incidents/event-texts';
import { formatInstant, localTime } from '../../../lib/format/time.ts';

export type HistoryItem = IncidentHistory['items'][number];

const { worksite, region, reportingGroup, answers, reviewer, approver, ...sameNames } = eventFieldTexts;

/** Labels of fields, by their names in the history. */
const fieldLabels: Readonly<Record<string, string>> = {
  ...sameNames,
  worksiteGuid: worksite,
  regionGuid: region,
  reportingGroupGuid: reportingGroup,
  components: answers,
  reviewer,
  reviewerGuid: reviewer,
  approver,
  approverGuid: approver,
};

/** Label of a field in the history. */
export const fieldName = (field: string): string => fieldLabels[field] ?? field;

/** Text for an empty value: a risk is not rated, anything else is nothing. */
export const emptyValueText = (field: string): string =>
  /^(severity|likelihood|risk)$/.test(field) ? 'not rated' : 'nothing';

const named = (item: HistoryItem, who: RegExp): string | undefined =>
  item.changes.find(({ field }) => who.test(field))?.to ?? undefined;

const verbs: Readonly<Record<string, (what?: string) => string>> = {
  ...didTexts,
  ReportingGroupArchived: () => GROUP_ARCHIVED,
};

/** Object of the sentence about an event: the person asked, or the changed fields. */
const whatOf: Readonly<Record<string, (item: HistoryItem) => string | undefined>> = {
  IncidentAmended: ({ changes }) => joinLabels(changes.map(({ field }) => fieldName(field))) || undefined,
  ReviewRequested: (item) => named(item, /^reviewer/i),
  ApprovalRequested: (item) => named(item, /^approver/i),
};

/** For example "Immediate actions and Location". */
function joinLabels(words: readonly string[]): string {
  const once = [...new Set(words)];
  return once.length > 1 ? `${once.slice(0, -1).join(', ')} and ${once.at(-1)}` : (once[0] ?? '');
}

/** Describes an event, to follow its author's name: "asked Daniel Okafor for a review". */
export const describeAction = (item: HistoryItem): string => verbs[item.type]?.(whatOf[item.type]?.(item)) ?? item.type;

/** The whole sentence: "Marta Kowalczyk changed Location", or whom a report went to of itself. */
export const describeItem = (item: HistoryItem): string => item.wentTo ?? `${item.actor.name} ${describeAction(item)}`;

/** Changes that the sentence already contains, or that are only internal. */
const redundantFields: Readonly<Record<string, RegExp>> = {
  ReviewRequested: /^(reviewer|state)/i,
  ApprovalRequested: /^(approver|state)/i,
  IncidentApproved: /^approvedRevision$/,
  IncidentReopened: /^approvedRevision$/,
};

/** Changes that the sentence does not contain. */
export const changesToShow = (item: HistoryItem): HistoryItem['changes'] =>
  item.changes.filter(({ field }) => !redundantFields[item.type]?.test(field));

/**
 * Returns "received 07:31" if the log received the event more than a minute after it happened. Events of the server
 * itself have no delay.
 */
export function receivedText({ at, recordedAt, client }: HistoryItem, zone: string): string | undefined {
  if (client.device === 'SERVER') return undefined;
  if (Date.parse(recordedAt) - Date.parse(at) <= 60_000) return undefined;
  const done = localTime(at, zone);
  const received = localTime(recordedAt, zone);
  return `received ${done.date === received.date ? received.time : formatInstant(recordedAt, zone)}`;
}

/** Describes each event since a revision, oldest first: "Marta Kowalczyk changed Location, 18 Nov, 09:12." */
export const changesSince = ({ items }: IncidentHistory, revision: number, zone: string): string[] =>
  items
    .filter((item) => item.revision > revision)
    .sort((one, other) => one.revision - other.revision)
    .map((item) => `${describeItem(item)}, ${formatInstant(item.at, zone)}.`);
