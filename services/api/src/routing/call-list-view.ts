import type { CallList, CallListGap, CallListList } from '@plimsoll/contracts/routing/answers';
import type { CallListTarget } from '@plimsoll/contracts/routing/events';
import { holds } from '@plimsoll/contracts/permissions/permissions';
import type { Member } from '@plimsoll/projections/members/member-list/query';
import type { Organization } from '@plimsoll/projections/organizations/organization-settings/query';
import { personOf } from '@plimsoll/projections/platform/person-names';

type ListedOrganization = Pick<Organization, 'name' | 'customerConfig' | 'worksites' | 'reportingGroups' | 'callLists'>;

/** What a call list can belong to now: the organization first, then active worksites, then active groups, by name. */
function targetsOf({
  name,
  customerConfig,
  worksites,
  reportingGroups,
}: ListedOrganization): readonly Pick<CallList, 'target' | 'targetGuid' | 'name'>[] {
  const isOn = (flag: 'WORKSITES' | 'REPORTING_GROUPS') =>
    customerConfig.some(({ code, isEnabled }) => code === flag && isEnabled);
  const active = (target: CallListTarget, units: readonly { guid: string; name: string; status: string }[]) =>
    units
      .filter(({ status }) => status === 'ACTIVE')
      .map((unit) => ({ target, targetGuid: unit.guid, name: unit.name }));
  return [
    { target: 'ORGANIZATION', targetGuid: null, name },
    ...(isOn('WORKSITES') ? active('WORKSITE', worksites) : []),
    ...(isOn('REPORTING_GROUPS') ? active('REPORTING_GROUP', reportingGroups) : []),
  ];
}

/**
 * All call lists with the names and rights of the people on them, and those that have people but ask none of them.
 * @param members current members by guid
 * @param names of former ones
 */
export function callListView(
  organization: ListedOrganization,
  members: ReadonlyMap<string, Member>,
  names: ReadonlyMap<string, string>,
): CallListList {
  const items = targetsOf(organization).map((owner): CallList => {
    const list = organization.callLists.find(
      ({ target, targetGuid }) => target === owner.target && targetGuid === owner.targetGuid,
    );
    return {
      ...owner,
      members: (list?.members ?? []).map((guid) => {
        const member = members.get(guid);
        return {
          ...personOf(guid, member?.name ?? names.get(guid)),
          isMember: member !== undefined,
          canReview: member !== undefined && holds(member, 'REVIEW_EVENTS'),
          canSeeInjuries: member !== undefined && holds(member, 'SEE_INJURY_DATA'),
        };
      }),
      revision: list?.revision ?? 0,
    };
  });
  const gaps = items.flatMap(({ target, targetGuid, members: listed }) => {
    const because = gapOf(listed);
    return because ? [{ target, targetGuid, because }] : [];
  });
  return { items, totalCount: items.length, gaps };
}

function gapOf(listed: CallList['members']): CallListGap | null {
  const able = listed.filter(({ canReview }) => canReview);
  if (listed.length === 0) return null;
  if (able.length === 0) return 'NOBODY_ABLE';
  return able.some(({ canSeeInjuries }) => canSeeInjuries) ? null : 'NOBODY_FOR_INJURIES';
}
