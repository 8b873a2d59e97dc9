import { holds, type PermissionHolder } from '../permissions/permissions.ts';
import type { CallListTarget } from './events.ts';

/** Why a person is asked: the call list they are on, or what they are in its place. */
export const reasonsForAsking = ['WORKSITE', 'REPORTING_GROUP', 'ORGANIZATION', 'GROUP_REVIEWERS', 'ADMINS'] as const;
export type ReasonForAsking = (typeof reasonsForAsking)[number];

/** What of a report decides who is asked about it. */
export interface RoutedReport {
  readonly reporterGuid: string;
  readonly enteredByGuid: string;
  /** Members who were hurt in it. */
  readonly hurtGuids: readonly string[];
  readonly isSensitive: boolean;
  /** Null where no call list of a worksite counts. */
  readonly worksiteGuid: string | null;
  /** The group that the report names, else the reporter's own; null where no call list of a group counts. */
  readonly reportingGroupGuid: string | null;
}

/** A member as far as it matters for asking them. */
export interface AskableMember extends PermissionHolder {
  readonly reportingGroupGuid: string | null;
}

/** The call lists of an organization. */
export interface CallLists {
  /** Members of a list in its order; none for a list that nobody has set. */
  membersOf(target: CallListTarget, targetGuid: string | null): readonly string[];
}

/** A person with the reason why they come at their place in the order. */
export interface Asked<Member extends AskableMember = AskableMember> {
  readonly member: Member;
  readonly because: ReasonForAsking;
  /** The worksite or group of that reason; null for the others. */
  readonly targetGuid: string | null;
}

/** Whether a member may review the report, and see it. */
export const isAbleToReview = (
  member: Pick<AskableMember, 'isAdmin' | 'permissions'>,
  { isSensitive }: Pick<RoutedReport, 'isSensitive'>,
): boolean => holds(member, 'REVIEW_EVENTS') && (!isSensitive || holds(member, 'SEE_INJURY_DATA'));

/**
 * Members who may be asked about a report, in order and each once: the call lists of the worksite, of the group and of
 * the organization, then reviewers of the group and admins, who joined first (`spec: 11-first-hour`, A2).
 * @param members current members by guid: at least all who are on these lists and all who may review, first those who
 * joined first
 */
export function orderOfAsking<Member extends AskableMember>(
  report: RoutedReport,
  lists: CallLists,
  members: ReadonlyMap<string, Member>,
): Asked<Member>[] {
  const { worksiteGuid, reportingGroupGuid } = report;
  const order = new Map<string, Asked<Member>>();
  const add = (member: Member | undefined, because: ReasonForAsking, targetGuid: string | null) => {
    if (member && !order.has(member.userGuid) && isAbleToReview(member, report))
      order.set(member.userGuid, { member, because, targetGuid });
  };
  const addList = (target: CallListTarget, targetGuid: string | null) => {
    for (const guid of lists.membersOf(target, targetGuid)) add(members.get(guid), target, targetGuid);
  };
  if (worksiteGuid !== null) addList('WORKSITE', worksiteGuid);
  if (reportingGroupGuid !== null) addList('REPORTING_GROUP', reportingGroupGuid);
  addList('ORGANIZATION', null);
  if (reportingGroupGuid !== null)
    for (const member of members.values())
      if (member.reportingGroupGuid === reportingGroupGuid) add(member, 'GROUP_REVIEWERS', reportingGroupGuid);
  for (const member of members.values()) if (member.isAdmin) add(member, 'ADMINS', null);
  return [...order.values()];
}

/** Whether someone has a part in the report, and is asked only if no one else can be. */
export const isPassedOver = (
  { reporterGuid, enteredByGuid, hurtGuids }: Pick<RoutedReport, 'reporterGuid' | 'enteredByGuid' | 'hurtGuids'>,
  userGuid: string,
): boolean => reporterGuid === userGuid || enteredByGuid === userGuid || hurtGuids.includes(userGuid);

/**
 * Who is asked to review a report: the first of the order without a part in it, else the first of all. Those who report
 * are asked about their own report only with the permission for it. Null only where no one is able.
 */
export function whoIsAsked<Member extends AskableMember>(
  report: RoutedReport,
  lists: CallLists,
  members: ReadonlyMap<string, Member>,
): Asked<Member> | null {
  const order = orderOfAsking(report, lists, members);
  const isOwn = ({ userGuid }: Member) => userGuid === report.reporterGuid || userGuid === report.enteredByGuid;
  return (
    order.find(({ member }) => !isPassedOver(report, member.userGuid)) ??
    order.find(({ member }) => !isOwn(member) || holds(member, 'ASSIGN_SELF_EVENT_REVIEW')) ??
    null
  );
}
