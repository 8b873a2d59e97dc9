import {
  allPermissions,
  managerPermissions,
  type Permission,
  type PermissionHolder,
} from '@plimsoll/contracts/permissions/permissions';
import type { ChangeMembershipRequest } from '@plimsoll/contracts/members/memberships';
import { shippedPermissions } from '@plimsoll/projections/members/member-list/group-permissions';
import { acceptInvitation, declineInvitation } from '../joining/answer-invitation.rule.ts';
import { approveRequest, declineRequest } from '../joining/answer-membership-request.rule.ts';
import { askToJoin } from '../joining/ask-to-join.rule.ts';
import { changeMembership } from './change-membership.ts';
import { changeUserGroup } from './change-user-group.rule.ts';
import { isExpired, type InvitationState } from '../joining/invitation.ts';
import { stranger, type MemberState } from './member.ts';
import type { RequestState } from '../joining/membership-request.ts';
import type { Organization } from '../organizations/organization.ts';
import { removeMember } from './remove-member.rule.ts';
import type { CurrentGroups } from '../units/reporting-group.ts';
import { revokeInvitation } from '../joining/revoke-invitation.rule.ts';
import type { RoleFacts } from './roles.ts';
import { sendInvitation } from '../joining/send-invitation.rule.ts';
import { withdrawRequest } from '../joining/withdraw-membership-request.rule.ts';

const [me, her, group, link, archivedGroup] = [
  '019a0000-0000-7000-8000-000000000001',
  '019a0000-0000-7000-8000-000000000002',
  '019a0000-0000-7000-8000-000000000003',
  '019a0000-0000-7000-8000-000000000004',
  '019a0000-0000-7000-8000-000000000005',
];
/** An active group, and one that was archived into it. */
const groups: CurrentGroups = new Map([
  [group!, { status: 'ACTIVE', reassignedToGuid: null, revision: 1 }],
  [archivedGroup!, { status: 'ARCHIVED', reassignedToGuid: group!, revision: 2 }],
]);
const facts: RoleFacts = {
  groups: shippedPermissions,
  reportingGroups: new Map([
    [group!, group!],
    [archivedGroup!, group!],
  ]),
  currentGroups: groups,
};
const holder = (...held: Permission[]): PermissionHolder => ({
  userGuid: me!,
  isAdmin: false,
  permissions: new Set(held),
});
const admin: PermissionHolder = { userGuid: me!, isAdmin: true, permissions: allPermissions };
const member = (more: Partial<Extract<MemberState, { state: 'MEMBER' }>> = {}): MemberState => ({
  state: 'MEMBER',
  isAdmin: false,
  userGroups: ['Standard'],
  permissions: null,
  reportingGroupGuid: null,
  isOnboarded: true,
  ...more,
});

describe('changing what a member is', () => {
  const change = (
    actor: PermissionHolder,
    asked: ChangeMembershipRequest,
    state: MemberState = member(),
    { userGuid = her!, hasOtherAdmins = true } = {},
  ) => changeMembership({ userGuid, asked, actor, facts, hasOtherAdmins }, state);
  const forRoles = holder('UPDATE_ORGANIZATION_MEMBER_ROLES', ...managerPermissions);

  test('each thing that changes is an event of its own, and what is so already is none', () => {
    expect(
      change(admin, {
        isAdmin: true,
        organizationUserGroups: ['Standard', 'Manager'],
        permissions: ['REVIEW_EVENTS'],
        reportingGroupGuid: group!,
      }),
    ).toEqual([
      {
        type: 'MemberPermissionsChanged',
        data: { userGuid: her, isAdmin: true, userGroups: ['Standard', 'Manager'], permissions: ['REVIEW_EVENTS'] },
      },
      { type: 'MemberReportingGroupChanged', data: { userGuid: her, reportingGroupGuid: group } },
    ]);
    expect(
      change(admin, {
        isAdmin: false,
        organizationUserGroups: ['Standard'],
        permissions: null,
        reportingGroupGuid: null,
      }),
    ).toEqual([]);
    expect(change(admin, {})).toEqual([]);
    expect(
      change(
        admin,
        { permissions: ['APPROVE_EVENTS', 'REVIEW_EVENTS'] },
        member({ permissions: ['REVIEW_EVENTS', 'APPROVE_EVENTS'] }),
      ),
    ).toEqual([]);
  });

  test('an archived group is the one that has its members: to be put into it, and to be in it already', () => {
    const moved = [{ type: 'MemberReportingGroupChanged', data: { userGuid: her, reportingGroupGuid: group } }];
    expect(change(admin, { reportingGroupGuid: archivedGroup! })).toEqual(moved);
    expect(change(admin, { reportingGroupGuid: group! }, member({ reportingGroupGuid: archivedGroup! }))).toEqual([]);
    expect(
      change(admin, { isOnboarded: true }, member({ reportingGroupGuid: archivedGroup! }), { userGuid: me! }),
    ).toEqual([]);
    expect(change(admin, { reportingGroupGuid: null }, member({ reportingGroupGuid: archivedGroup! }))).toMatchObject([
      { data: { reportingGroupGuid: null } },
    ]);
  });

  test('permissions of their own are taken back by null, which leaves them to their groups', () => {
    expect(change(admin, { permissions: null }, member({ permissions: ['REVIEW_EVENTS'] }))).toMatchObject([
      { data: { permissions: null } },
    ]);
  });

  test.each<[string, PermissionHolder, ChangeMembershipRequest, MemberState]>([
    ['without the right to roles', holder('UPDATE_ORGANIZATION_MEMBER'), { isAdmin: false }, member()],
    ['without the right to groups', forRoles, { reportingGroupGuid: group! }, member()],
    ['who makes an admin and is none', forRoles, { isAdmin: true }, member()],
    [
      'who changes an admin and is none',
      forRoles,
      { organizationUserGroups: ['Standard', 'Manager'] },
      member({ isAdmin: true }),
    ],
    ['who gives a permission that they lack', forRoles, { permissions: ['UPDATE_ORGANIZATION'] }, member()],
    [
      'who takes a permission that they lack',
      forRoles,
      { permissions: [] },
      member({ permissions: ['UPDATE_ORGANIZATION'] }),
    ],
    [
      'who gives it by a group',
      holder('UPDATE_ORGANIZATION_MEMBER_ROLES'),
      { organizationUserGroups: ['Manager'] },
      member(),
    ],
    ['who says that somebody else has been led round', admin, { isOnboarded: false }, member()],
    [
      'who governs an account in a domain that nobody verified',
      admin,
      { userPermissions: { managePassword: false } },
      member(),
    ],
  ])('a person %s is refused', (_, actor, asked, state) => {
    expect(change(actor, asked, state)).toEqual({ refused: 'Forbidden' });
  });

  test('a holder of the permission gives and takes what they hold themselves', () => {
    expect(change(forRoles, { organizationUserGroups: ['Standard', 'Manager'] })).toHaveLength(1);
    expect(change(forRoles, { permissions: [] }, member({ userGroups: ['Manager'] }))).toHaveLength(1);
  });

  test('of themselves people say that they have been led round, and an admin lays that down; nothing else', () => {
    const own = { userGuid: me! };
    expect(change(holder(), { isOnboarded: true }, member({ isOnboarded: false }), own)).toEqual([
      { type: 'MemberOnboardingChanged', data: { userGuid: me, isOnboarded: true } },
    ]);
    expect(change(admin, { isAdmin: false }, member({ isAdmin: true }), own)).toHaveLength(1);
    for (const asked of [
      { isAdmin: true },
      { permissions: [] },
      { organizationUserGroups: ['Standard'] },
      { isAdmin: false, permissions: [] },
    ])
      expect(change(admin, asked, member({ isAdmin: true }), own)).toEqual({ refused: 'Forbidden' });
    expect(change(forRoles, { isAdmin: false }, member(), own)).toEqual({ refused: 'Forbidden' });
  });

  test('unknown groups are reported before duplicate ones, and both before the last admin', () => {
    const last = { hasOtherAdmins: false };
    expect(change(admin, { organizationUserGroups: ['Standard', 'Standard', 'Foremen'] })).toMatchObject({
      refused: 'UserGroupNotFound',
      fieldErrors: [{ field: 'organizationUserGroups' }],
    });
    expect(change(admin, { reportingGroupGuid: her! })).toMatchObject({
      refused: 'ReportingGroupNotFound',
      fieldErrors: [{ field: 'reportingGroupGuid' }],
    });
    expect(
      change(
        admin,
        { isAdmin: false, organizationUserGroups: ['Standard', 'Standard'] },
        member({ isAdmin: true }),
        last,
      ),
    ).toMatchObject({ refused: 'DuplicateUserGroup' });
    expect(change(admin, { isAdmin: false }, member({ isAdmin: true }), last)).toEqual({
      refused: 'LastAdminCannotBeRemoved',
    });
  });

  test('who is no member has nothing to change', () => {
    for (const state of [stranger, { state: 'REMOVED' } as const])
      expect(change(admin, { isAdmin: false }, state)).toEqual({ refused: 'NotAMember' });
    expect(change(holder(), { isAdmin: true }, stranger)).toEqual({ refused: 'Forbidden' });
  });
});

describe('ending a membership', () => {
  const remove = (
    actor: PermissionHolder,
    state: MemberState = member(),
    { userGuid = her!, hasOtherAdmins = true } = {},
  ) => removeMember({ userGuid, actor, hasOtherAdmins }, state);

  test('everybody may leave; others are removed by who may, and admins by admins', () => {
    expect(remove(holder(), member(), { userGuid: me! })).toEqual([{ type: 'MemberRemoved', data: { userGuid: me } }]);
    expect(remove(holder())).toEqual({ refused: 'Forbidden' });
    expect(remove(holder('REMOVE_ORGANIZATION_MEMBERS'))).toHaveLength(1);
    expect(remove(holder('REMOVE_ORGANIZATION_MEMBERS'), member({ isAdmin: true }))).toEqual({ refused: 'Forbidden' });
    expect(remove(admin, member({ isAdmin: true }))).toHaveLength(1);
    expect(remove(admin, stranger)).toEqual({ refused: 'NotAMember' });
  });

  test('the last admin neither leaves nor is removed', () => {
    expect(remove(admin, member({ isAdmin: true }), { userGuid: me!, hasOtherAdmins: false })).toEqual({
      refused: 'LastAdminCannotBeRemoved',
    });
  });
});

test('a permission that only a later version knows gives nothing, and stays when other roles change', () => {
  const later = member({ permissions: ['OF_A_LATER_VERSION'] });
  const asked = { organizationUserGroups: ['Manager'] };
  const change = { userGuid: her!, asked, facts, hasOtherAdmins: true };
  expect(changeMembership({ ...change, actor: admin }, later)).toEqual([
    {
      type: 'MemberPermissionsChanged',
      data: { userGuid: her!, isAdmin: false, userGroups: ['Manager'], permissions: ['OF_A_LATER_VERSION'] },
    },
  ]);
  // No permission known to this version is given or taken.
  expect(changeMembership({ ...change, actor: holder('UPDATE_ORGANIZATION_MEMBER_ROLES') }, later)).toHaveLength(1);
});

describe('what a group holds', () => {
  const change = (
    actor: PermissionHolder,
    name: string,
    asked: Permission[],
    changed: ReadonlySet<Permission> | null = null,
  ) => changeUserGroup({ name, asked, actor }, changed);

  test('is what the organization says, as far as the actor holds it', () => {
    expect(change(admin, 'Standard', ['REVIEW_EVENTS', 'APPROVE_EVENTS', 'REVIEW_EVENTS'])).toEqual([
      {
        type: 'UserGroupPermissionsChanged',
        data: { userGroup: 'Standard', permissions: ['APPROVE_EVENTS', 'REVIEW_EVENTS'] },
      },
    ]);
    expect(change(holder('REVIEW_EVENTS'), 'Standard', ['REVIEW_EVENTS'])).toHaveLength(1);
    expect(change(holder('REVIEW_EVENTS'), 'Standard', ['APPROVE_EVENTS'])).toEqual({ refused: 'Forbidden' });
    expect(change(holder('REVIEW_EVENTS'), 'Standard', [], new Set(['APPROVE_EVENTS']))).toEqual({
      refused: 'Forbidden',
    });
    expect(change(admin, 'Foremen', [])).toEqual({ refused: 'UserGroupNotFound' });
  });

  test('the same again writes nothing', () => {
    expect(change(holder(), 'Manager', [...managerPermissions])).toEqual([]);
    expect(change(holder(), 'Standard', ['REVIEW_EVENTS'], new Set(['REVIEW_EVENTS']))).toEqual([]);
  });
});

const now = new Date('2026-11-23T09:00:00.000Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
const asked = { recipientName: 'Bo Reef', recipientEmailAddress: 'bo@example.test' };
const outstanding = (sentAt = daysAgo(1)): InvitationState => ({
  state: 'OUTSTANDING',
  sentAt,
  sent: { linkGuid: link!, ...asked, isAdmin: false, userGroups: ['Standard'], reportingGroupGuid: group! },
});

describe('an invitation', () => {
  const send = (
    actor: PermissionHolder,
    more: object = {},
    state: InvitationState = { state: 'NONE' },
    isMember = false,
  ) => sendInvitation({ input: { ...asked, ...more }, actor, facts, isMember, linkGuid: link! }, state);
  const bo = { userGuid: her!, name: 'Bo Reef', emailAddress: 'bo@example.test' };

  test('is to be a standard member where nothing is said', () => {
    expect(send(holder())).toEqual([
      {
        type: 'InvitationSent',
        data: { linkGuid: link, ...asked, isAdmin: false, userGroups: ['Standard'], reportingGroupGuid: null },
      },
    ]);
  });

  test('gives what the sender holds, and makes an admin by an admin alone', () => {
    expect(send(holder(), { isAdmin: true })).toEqual({ refused: 'Forbidden' });
    expect(send(holder(), { organizationUserGroups: ['Manager'] })).toEqual({ refused: 'Forbidden' });
    expect(send(holder(...managerPermissions), { organizationUserGroups: ['Manager'] })).toHaveLength(1);
    expect(send(admin, { isAdmin: true, reportingGroupGuid: group })).toHaveLength(1);
    expect(send(admin, { organizationUserGroups: ['Foremen'] })).toMatchObject({ refused: 'UserGroupNotFound' });
    expect(send(admin, { reportingGroupGuid: her })).toMatchObject({ refused: 'ReportingGroupNotFound' });
    expect(send(admin, { organizationUserGroups: ['Standard', 'Standard'] })).toMatchObject({
      refused: 'DuplicateUserGroup',
    });
    expect(send(admin, {}, outstanding(), true)).toEqual({ refused: 'DuplicateMembership' });
  });

  test('holds for fourteen days', () => {
    expect([isExpired(daysAgo(14), now), isExpired(new Date(Date.parse(daysAgo(14)) - 1).toISOString(), now)]).toEqual([
      false,
      true,
    ]);
    expect(acceptInvitation(bo, outstanding(daysAgo(15)), stranger, { now, groups })).toEqual({
      refused: 'InvitationNotFound',
    });
    expect(revokeInvitation(outstanding(daysAgo(15)))).toHaveLength(1);
    expect(send(admin, {}, outstanding(daysAgo(15)))).toHaveLength(1);
  });

  test('that is accepted makes a member, who has not been led round yet', () => {
    expect(acceptInvitation(bo, outstanding(), stranger, { now, groups })).toEqual({
      accepted: { type: 'InvitationAccepted', data: { userGuid: her } },
      joined: [
        {
          type: 'MemberJoined',
          data: {
            ...bo,
            isAdmin: false,
            userGroups: ['Standard'],
            reportingGroupGuid: group,
            through: 'INVITATION',
            isOnboarded: false,
          },
        },
      ],
    });
    expect(acceptInvitation(bo, outstanding(), member(), { now, groups })).toEqual({ refused: 'DuplicateMembership' });
    const joinedWith = (known: CurrentGroups) => acceptInvitation(bo, outstanding(), stranger, { now, groups: known });
    expect(
      joinedWith(
        new Map([
          [group!, { status: 'ARCHIVED', reassignedToGuid: her!, revision: 2 }],
          [her!, { status: 'ACTIVE', reassignedToGuid: null, revision: 1 }],
        ]),
      ),
    ).toMatchObject({ joined: [{ data: { reportingGroupGuid: her } }] });
    expect(joinedWith(new Map())).toMatchObject({ joined: [{ data: { reportingGroupGuid: null } }] });
    expect(declineInvitation(her!, outstanding(), now)).toEqual([
      { type: 'InvitationDeclined', data: { userGuid: her } },
    ]);
  });

  test.each([
    ['NONE', 'InvitationNotFound'],
    ['REVOKED', 'InvitationNotFound'],
    ['ACCEPTED', 'InvitationAlreadyUsed'],
    ['DECLINED', 'InvitationAlreadyUsed'],
  ] as const)('that is %s is answered and revoked no more', (state, refused) => {
    expect(acceptInvitation(bo, { state }, stranger, { now, groups })).toEqual({ refused });
    expect(declineInvitation(her!, { state }, now)).toEqual({ refused });
    expect(revokeInvitation({ state })).toEqual({ refused });
  });
});

describe('a request to join', () => {
  const requested = { userGuid: her!, name: 'Bo Reef', emailAddress: 'bo@example.test', message: null };
  const pending: RequestState = { state: 'PENDING', requested };
  const founded = { name: { is: 'Works', entryRevision: 1 } } as Organization;
  const ask = (request: RequestState, at: MemberState = stranger, organization: Organization | null = founded) =>
    askToJoin(requested, request, { member: at, organization });
  const approve = (
    actor: PermissionHolder,
    more: object = {},
    request: RequestState = pending,
    at: MemberState = stranger,
  ) => approveRequest({ input: { status: 'APPROVED', ...more }, actor, facts, account: null }, request, at);

  test('is made once, by who is no member, to an organization that there is', () => {
    expect(ask({ state: 'NONE' })).toEqual([{ type: 'MembershipRequested', data: requested }]);
    expect(ask(pending)).toEqual([]);
    expect(ask({ state: 'NONE' }, member())).toEqual({ refused: 'DuplicateMembership' });
    expect(ask({ state: 'NONE' }, stranger, null)).toEqual({ refused: 'OrganizationNotFound' });
  });

  test('that is approved makes a member, called as they are by now, with what the one who approves may give', () => {
    expect(
      approveRequest(
        {
          input: { status: 'APPROVED', reportingGroupGuid: group! },
          actor: holder(),
          facts,
          account: { name: 'Bo Quay', emailAddress: 'quay@example.test' },
        },
        pending,
        stranger,
      ),
    ).toEqual({
      approved: {
        type: 'MembershipRequestApproved',
        data: { userGuid: her, isAdmin: false, userGroups: ['Standard'], reportingGroupGuid: group },
      },
      joined: [
        {
          type: 'MemberJoined',
          data: {
            userGuid: her,
            name: 'Bo Quay',
            emailAddress: 'quay@example.test',
            isAdmin: false,
            userGroups: ['Standard'],
            reportingGroupGuid: group,
            through: 'REQUEST',
            isOnboarded: false,
          },
        },
      ],
    });
    expect(approve(holder(), { isAdmin: true }, { state: 'NONE' })).toEqual({ refused: 'Forbidden' });
    expect(approve(admin, { organizationUserGroups: ['Foremen'] })).toMatchObject({ refused: 'UserGroupNotFound' });
    expect(approve(admin, {}, pending, member())).toEqual({ refused: 'DuplicateMembership' });
    expect(declineRequest(her!, pending)).toEqual([{ type: 'MembershipRequestDeclined', data: { userGuid: her } }]);
    expect(withdrawRequest(her!, pending)).toEqual([{ type: 'MembershipRequestWithdrawn', data: { userGuid: her } }]);
  });

  test.each([
    ['NONE', 'OnboardingRequestNotFound'],
    ['WITHDRAWN', 'OnboardingRequestNotFound'],
    ['APPROVED', 'InvitationAlreadyUsed'],
    ['DECLINED', 'InvitationAlreadyUsed'],
  ] as const)('that is %s is answered and withdrawn no more', (state, refused) => {
    expect(approve(admin, {}, { state })).toEqual({ refused });
    expect(declineRequest(her!, { state })).toEqual({ refused });
    expect(withdrawRequest(her!, { state })).toEqual({ refused });
  });
});
