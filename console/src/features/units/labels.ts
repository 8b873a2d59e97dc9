import type { ReportingGroup, Worksite } from '@plimsoll/contracts/organizations/answers';
import type { UnitHistory } from '@plimsoll/contracts/units/units';

type HistoryItem = UnitHistory[number];

const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-CA')} ${count === 1 ? one : `${one}s`}`;

export const membersWords = ({ memberCount }: Pick<ReportingGroup, 'memberCount'>): string =>
  counted(memberCount, 'member');
export const eventsWords = ({ eventCount }: Pick<Worksite, 'eventCount'>): string => counted(eventCount, 'event');
/** "12 members and 340 events"; counts of zero are omitted. */
export const usageWords = (usage: Pick<ReportingGroup, 'memberCount' | 'eventCount'>): string =>
  [usage.memberCount > 0 && membersWords(usage), usage.eventCount > 0 && eventsWords(usage)]
    .filter(Boolean)
    .join(' and ');

/** Text for units without members and events, in dialogs and on their pages. */
export const unusedWords = { group: 'It has no members and no events.', worksite: 'It has no events.' } as const;
export const DELETE_OR_ARCHIVE = 'Delete it, or archive it to keep its history in sight.';
/**
 * Text of the empty list of archived units.
 * @param of "A group".
 */
export const noneArchivedWords = (of: string): string =>
  `${of} that is no longer used is archived on its own page. It is then found here.`;

const fieldWords: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  region: 'Region',
  address: 'Address',
  timeZone: 'Time zone',
  emergencyPhone: 'Emergency phone',
};

/** Label of a field. */
export const fieldName = (field: string): string => fieldWords[field] ?? field;

const didWordsOf: Readonly<Record<string, string>> = {
  WorksiteCreated: 'added the worksite',
  WorksiteRenamed: 'renamed the worksite',
  WorksiteDetailsChanged: 'changed the worksite',
  WorksiteArchived: 'archived the worksite',
  ReportingGroupCreated: 'added the group',
  ReportingGroupRenamed: 'renamed the group',
  ReportingGroupDescriptionChanged: 'changed the description',
};

/**
 * What happened to the members and events of an archived group. `of` is either that group or the one that took them
 * over.
 */
function archivedWords({ group, reassignedTo, ...usage }: NonNullable<HistoryItem['archiving']>, of: string): string {
  const had = usageWords(usage);
  if (group.guid !== of) return `archived ${group.name} in favour of this group${had && `, with ${had}`}`;
  return reassignedTo
    ? `archived the group in favour of ${reassignedTo.name}${had && `, with ${had}`}`
    : 'archived the group';
}

/**
 * What an actor did, following their name.
 * @param of GUID of the unit whose history it is.
 */
export const didWords = ({ type, archiving }: HistoryItem, of: string): string =>
  archiving ? archivedWords(archiving, of) : (didWordsOf[type] ?? type);
