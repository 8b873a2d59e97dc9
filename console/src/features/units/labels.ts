import type { ReportingGroup, Worksite } from '@plimsoll/contracts/organizations/answers';
import type { UnitHistory } from '@plimsoll/contracts/units/units';

type HistoryItem = UnitHistory[number];

const counted = (count: number, one: string): string =>
  `${count.toLocaleString('en-CA')} ${count === 1 ? one : `${one}s`}`;

export const membersWords = ({ memberCount }: Pick<ReportingGroup, 'memberCount'>): string =>
  counted(memberCount, 'member');
export const eventsWords = ({ eventCount }: Pick<Worksite, 'eventCount'>): string => counted(eventCount, 'event');
/** "12 members and 340 events", as far as there are any. */
export const usageWords = (usage: Pick<ReportingGroup, 'memberCount' | 'eventCount'>): string =>
  [usage.memberCount > 0 && membersWords(usage), usage.eventCount > 0 && eventsWords(usage)]
    .filter(Boolean)
    .join(' and ');

/** What is said of one on which nothing hangs, in dialogs and on its page. */
export const unusedWords = { group: 'It has no members and no events.', worksite: 'It has no events.' } as const;
export const DELETE_OR_ARCHIVE = 'Delete it, or archive it to keep its history in sight.';
/** What stands in the list of archived ones while there are none. @param of "A group". */
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

/** The name of a field as people read it. */
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

/** What became of the members and events of a group that was archived, of which this may be the one that has them since. */
function archivedWords({ group, reassignedTo, ...usage }: NonNullable<HistoryItem['archiving']>, of: string): string {
  const had = usageWords(usage);
  if (group.guid !== of) return `archived ${group.name} in favour of this group${had && `, with ${had}`}`;
  return reassignedTo
    ? `archived the group in favour of ${reassignedTo.name}${had && `, with ${had}`}`
    : 'archived the group';
}

/** What somebody did, after their name. @param of whose history it is. */
export const didWords = ({ type, archiving }: HistoryItem, of: string): string =>
  archiving ? archivedWords(archiving, of) : (didWordsOf[type] ?? type);
