import { visibilityOf, type Seeable } from '../incidents/visibility.ts';
import type { AskableMember, CallLists } from '../routing/who-is-asked.ts';
import type { AlertedGroup } from './events.ts';

/** What decides who is alerted: of an event, or of a drill. */
export interface AlertedEvent {
  /** What decides who sees the event; null for a drill, which every member may see. */
  readonly seeable: Seeable | null;
  /** Who reviews it; null where nobody does. */
  readonly reviewerGuid: string | null;
  /** Members who were hurt in it, its reporter and who entered it. */
  readonly involvedGuids: readonly string[];
  /** Null where no call list of a worksite counts. */
  readonly worksiteGuid: string | null;
  /** The group that the event names, else the reporter's own; null where no call list of a group counts. */
  readonly reportingGroupGuid: string | null;
}

/** The people of an alarm by the order in which they are alerted. */
export interface AlertedPeople {
  readonly FIRST: readonly string[];
  readonly NEXT: readonly string[];
  readonly EVERYONE: readonly string[];
  /** Those of a notice. */
  readonly LISTS: readonly string[];
}

/** Members who reported it or were hurt are omitted, unless no one else is left. */
const othersOf = (guids: readonly string[], { involvedGuids }: AlertedEvent): readonly string[] => {
  const others = guids.filter((guid) => !involvedGuids.includes(guid));
  return others.length > 0 ? others : guids;
};

/**
 * Who is alerted about an event, in order and each once: who reviews it, the call lists of its worksite, its group and
 * the organization; if the lists give no one, reviewers of the group and admins, who joined first. Everyone is who
 * reviews it, all three lists and all admins. Only members who see the event (`spec: 11-first-hour`, A6).
 * @param members current members by guid, first those who joined first
 */
export function whoIsAlerted(
  event: AlertedEvent,
  lists: CallLists,
  members: ReadonlyMap<string, AskableMember>,
): AlertedPeople {
  const { seeable, reviewerGuid, worksiteGuid, reportingGroupGuid } = event;
  const sees = (guid: string): boolean => {
    const member = members.get(guid);
    return member !== undefined && (seeable === null || visibilityOf(seeable, member) === 'SEEN');
  };
  const reviewer = reviewerGuid !== null && sees(reviewerGuid) ? [reviewerGuid] : [];
  const listed = [
    ...(worksiteGuid === null ? [] : lists.membersOf('WORKSITE', worksiteGuid)),
    ...(reportingGroupGuid === null ? [] : lists.membersOf('REPORTING_GROUP', reportingGroupGuid)),
    ...lists.membersOf('ORGANIZATION', null),
  ].filter(sees);
  const all = [...members.values()];
  const admins = all.filter(({ isAdmin }) => isAdmin).map(({ userGuid }) => userGuid);
  const ofGroup = all
    .filter(
      (member) =>
        reportingGroupGuid !== null &&
        member.reportingGroupGuid === reportingGroupGuid &&
        (member.isAdmin || member.permissions.has('REVIEW_EVENTS')),
    )
    .map(({ userGuid }) => userGuid);
  const without = (guids: readonly string[]) => othersOf([...new Set(guids)], event);
  // Lists with no one but those who were involved give no one either.
  const givesSomeone = listed.some((guid) => !event.involvedGuids.includes(guid));
  const order = without([...reviewer, ...listed, ...(givesSomeone ? [] : [...ofGroup, ...admins].filter(sees))]);
  const first = order.slice(0, 1);
  return {
    FIRST: first,
    NEXT: order.slice(0, 2),
    EVERYONE: without([...reviewer, ...listed, ...admins.filter(sees)]),
    LISTS: givesSomeone ? without([...reviewer, ...listed]) : first,
  };
}

/** The people of a step. */
export const alertedBy = (people: AlertedPeople, to: AlertedGroup): readonly string[] => people[to];
