import type { ReportingGroup, Worksite } from '@plimsoll/contracts/organizations/answers';
import type { UnitHistory } from '@plimsoll/contracts/units/units';

type HistoryItem = UnitHistory[number];

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-CA')} ${count === 1 ? noun : `${noun}s`}`;

export const membersText = ({ memberCount }: Pick<ReportingGroup, 'memberCount'>): string =>
  counted(memberCount, 'member');
export const eventsText = ({ eventCount }: Pick<Worksite, 'eventCount'>): string => counted(eventCount, 'event');
/** "12 members and 340 events"; counts of zero are omitted. */
export const usageText = (usage: Pick<ReportingGroup, 'memberCount' | 'eventCount'>): string =>
  [usage.memberCount > 0 && membersText(usage), usage.eventCount > 0 && eventsText(usage)]
    .filter(Boolean)
    .join(' and ');

/** Text for units without members and events, in dialogs and on their pages. */
export const unusedTexts = { group: 'It has no members and no events.', worksite: 'It has no events.' } as const;
export const DELETE_OR_ARCHIVE = 'Delete it, or archive it to keep its history in sight.';
/**
 * Text of the empty list of archived units.
 * @param of "A group".
 */
export const noneArchivedText = (of: string): string =>
  `${of} that is no longer used is archived on its own page. It is then found here.`;

const fieldLabels: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  region: 'Region',
  address: 'Address',
  timeZone: 'Time zone',
  emergencyPhone: 'Emergency phone',
};

/** Label of a field. */
export const fieldName = (field: string): string => fieldLabels[field] ?? field;

const actionTexts: Readonly<Record<string, string>> = {
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
function archivedText({ group, reassignedTo, ...usage }: NonNullable<HistoryItem['archiving']>, of: string): string {
  const had = usageText(usage);
  if (group.guid !== of) return `archived ${group.name} in favour of this group${had && `, with ${had}`}`;
  return reassignedTo
    ? `archived the group in favour of ${reassignedTo.name}${had && `, with ${had}`}`
    : 'archived the group';
}

/**
 * What an actor did, following their name.
 * @param of GUID of the unit whose history it is.
 */
export const actionText = ({ type, archiving }: HistoryItem, of: string): string =>
  archiving ? archivedText(archiving, of) : (actionTexts[type] ?? type);
