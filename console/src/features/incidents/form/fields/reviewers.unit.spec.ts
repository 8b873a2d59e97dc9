import type { Membership } from '@plimsoll/contracts/organizations/answers';
import { guid } from '../../../../lib/test/stage.tsx';
import { reviewersFor } from './reviewers.ts';

const [yard, shop] = [guid(201), guid(202)];
const member = (place: number, name: string, reportingGroupGuid: string | null): Membership => ({
  userAccount: { guid: guid(place), name, primaryEmailAddress: `${name.toLowerCase()}@demo.example` },
  organizationGuid: guid(50),
  organization: { guid: guid(50), name: 'Quay Works' },
  isAdmin: false,
  isOnboarded: true,
  userGroupNames: [],
  reportingGroupGuid,
  permissions: '23:000000',
  ownPermissions: null,
  photo: null,
  logo: null,
  authType: 'USERNAME_PASSWORD',
  revision: 1,
});
const members = [member(1, 'Ada', shop), member(2, 'Bo', null), member(3, 'Cy', yard), member(4, 'Di', shop)];
const names = (groupGuid: string, self = { guid: guid(9), mayReview: true }) =>
  reviewersFor(members, groupGuid, self).map(({ name }) => name);

describe('the offered reviewers', () => {
  it('begin with those of the event’s reporting group, else stay in their order', () => {
    expect(names(yard)).toEqual(['Cy', 'Ada', 'Bo', 'Di']);
    expect(names(shop)).toEqual(['Ada', 'Di', 'Bo', 'Cy']);
    expect(names('')).toEqual(['Ada', 'Bo', 'Cy', 'Di']);
  });

  it('include the reporter only if they may review their own reports', () => {
    expect(names(yard, { guid: guid(3), mayReview: false })).toEqual(['Ada', 'Bo', 'Di']);
    expect(names(yard, { guid: guid(3), mayReview: true })).toEqual(['Cy (you)', 'Ada', 'Bo', 'Di']);
  });
});
