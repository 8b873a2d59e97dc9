import {
  allPermissions,
  managerPermissions,
  type Permission,
  type PermissionHolder,
} from '@plimsoll/contracts/permissions/permissions';
import type { ChangeMembershipRequest } from '@plimsoll/contracts/members/memberships';
import { shippedPermissions } from '@plimsoll/projections/members/member-list/group-permissions';
import { given } from '../../test/given-when-then.ts';
import { acceptInvitation, declineInvitation } from '../joining/answer-invitation.rule.ts';
import { approveRequest, declineRequest } from '../joining/answer-membership-request.rule.ts';
import { askToJoin } from '../joining/ask-to-join.rule.ts';
import { changeMembership } from './change-membership.ts';
import { changeUserGroup } from './change-user-group.rule.ts';
import { userGroupDecider } from './change-user-group.ts';
import { invitationDecider, isExpired, type InvitationState } from '../joining/invitation.ts';
import { mayStillInvite } from '../joining/inviter.ts';
import { memberDecider, type Joined, type MemberState, type Roles } from './member.ts';
import { membershipRequestDecider, type RequestState } from '../joining/membership-request.ts';
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
const stranger = given(memberDecider);
const joinedAs = (more: Partial<Joined> = {}) => ({
  type: 'MemberJoined',
  data: { isAdmin: false, userGroups: ['Standard'], reportingGroupGuid: null, isOnboarded: true, ...more },
});
const member = (joined: Partial<Joined> = {}) => given(memberDecider, [joinedAs(joined)]);
const memberWith = (permissions: Roles['permissions']) =>
  given(memberDecider, [
    joinedAs(),
    { type: 'MemberPermissionsChanged', data: { isAdmin: false, userGroups: ['Standard'], permissions } },
  ]);
const removed = given(memberDecider, [joinedAs(), { type: 'MemberRemoved', data: { userGuid: her } }]);

describe('changing what a member is', () => {
  const change =
    (actor: PermissionHolder, asked: ChangeMembershipRequest, { userGuid = her!, hasOtherAdmins = true } = {}) =>
    (state: MemberState) =>
      changeMembership({ userGuid, asked, actor, facts, hasOtherAdmins }, state);
  const forRoles = holder('UPDATE_ORGANIZATION_MEMBER_ROLES', ...managerPermissions);

  test('each thing that changes is an event of its own, and what is so already is none', () => {
    member()
      .when(
        change(admin, {
          isAdmin: true,
          organizationUserGroups: ['Standard', 'Manager'],
          permissions: ['REVIEW_EVENTS'],
          reportingGroupGuid: group!,
        }),
      )
      .then([
        {
          type: 'MemberPermissionsChanged',
          data: { userGuid: her, isAdmin: true, userGroups: ['Standard', 'Manager'], permissions: ['REVIEW_EVENTS'] },
        },
        { type: 'MemberReportingGroupChanged', data: { userGuid: her, reportingGroupGuid: group } },
      ]);
    member()
      .when(
        change(admin, {
          isAdmin: false,
          organizationUserGroups: ['Standard'],
          permissions: null,
          reportingGroupGuid: null,
        }),
      )
      .then([]);
    member().when(change(admin, {})).then([]);
    memberWith(['REVIEW_EVENTS', 'APPROVE_EVENTS'])
      .when(change(admin, { permissions: ['APPROVE_EVENTS', 'REVIEW_EVENTS'] }))
      .then([]);
  });

  test('an archived group is the one that has its members: to be put into it, and to be in it already', () => {
    const inArchived = member({ reportingGroupGuid: archivedGroup! });
    member()
      .when(change(admin, { reportingGroupGuid: archivedGroup! }))
      .then([{ type: 'MemberReportingGroupChanged', data: { userGuid: her, reportingGroupGuid: group } }]);
    inArchived.when(change(admin, { reportingGroupGuid: group! })).then([]);
    inArchived.when(change(admin, { isOnboarded: true }, { userGuid: me! })).then([]);
    inArchived
      .when(change(admin, { reportingGroupGuid: null }))
      .thenMatch([{ type: 'MemberReportingGroupChanged', data: { reportingGroupGuid: null } }]);
  });

  test('permissions of their own are taken back by null, which leaves them to their groups', () => {
    memberWith(['REVIEW_EVENTS'])
      .when(change(admin, { permissions: null }))
      .thenMatch([{ data: { permissions: null } }]);
  });

  test.each<[string, PermissionHolder, ChangeMembershipRequest, ReturnType<typeof member>]>([
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
    ['who takes a permission that they lack', forRoles, { permissions: [] }, memberWith(['UPDATE_ORGANIZATION'])],
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
  ])('a person %s is refused', (_, actor, asked, known) => {
    known.when(change(actor, asked)).then({ refused: 'Forbidden' });
  });

  test('a holder of the permission gives and takes what they hold themselves', () => {
    member()
      .when(change(forRoles, { organizationUserGroups: ['Standard', 'Manager'] }))
      .thenMatch([{ type: 'MemberPermissionsChanged' }]);
    member({ userGroups: ['Manager'] })
      .when(change(forRoles, { permissions: [] }))
      .thenMatch([{ type: 'MemberPermissionsChanged' }]);
  });

  test('of themselves people say that they have been led round, and an admin lays that down; nothing else', () => {
    const own = { userGuid: me! };
    member({ isOnboarded: false })
      .when(change(holder(), { isOnboarded: true }, own))
      .then([{ type: 'MemberOnboardingChanged', data: { userGuid: me, isOnboarded: true } }]);
    member({ isAdmin: true })
      .when(change(admin, { isAdmin: false }, own))
      .thenMatch([{ type: 'MemberPermissionsChanged' }]);
    for (const asked of [
      { isAdmin: true },
      { permissions: [] },
      { organizationUserGroups: ['Standard'] },
      { isAdmin: false, permissions: [] },
    ])
      member({ isAdmin: true })
        .when(change(admin, asked, own))
        .then({ refused: 'Forbidden' });
    member()
      .when(change(forRoles, { isAdmin: false }, own))
      .then({ refused: 'Forbidden' });
  });

  test('unknown groups are reported before duplicate ones, and both before the last admin', () => {
    const last = { hasOtherAdmins: false };
    member()
      .when(change(admin, { organizationUserGroups: ['Standard', 'Standard', 'Foremen'] }))
      .thenMatch({ refused: 'UserGroupNotFound', fieldErrors: [{ field: 'organizationUserGroups' }] });
    member()
      .when(change(admin, { reportingGroupGuid: her! }))
      .thenMatch({ refused: 'ReportingGroupNotFound', fieldErrors: [{ field: 'reportingGroupGuid' }] });
    member({ isAdmin: true })
      .when(change(admin, { isAdmin: false, organizationUserGroups: ['Standard', 'Standard'] }, last))
      .thenMatch({ refused: 'DuplicateUserGroup' });
    member({ isAdmin: true })
      .when(change(admin, { isAdmin: false }, last))
      .then({ refused: 'LastAdminCannotBeRemoved' });
  });

  test('who is no member has nothing to change', () => {
    for (const known of [stranger, removed])
      known.when(change(admin, { isAdmin: false })).then({ refused: 'NotAMember' });
    stranger.when(change(holder(), { isAdmin: true })).then({ refused: 'Forbidden' });
  });
});

describe('ending a membership', () => {
  const remove =
    (actor: PermissionHolder, { userGuid = her!, hasOtherAdmins = true } = {}) =>
    (state: MemberState) =>
      removeMember({ userGuid, actor, hasOtherAdmins }, state);
  const hers = [{ type: 'MemberRemoved', data: { userGuid: her } }];

  test('everybody may leave; others are removed by who may, and admins by admins', () => {
    member()
      .when(remove(holder(), { userGuid: me! }))
      .then([{ type: 'MemberRemoved', data: { userGuid: me } }]);
    member().when(remove(holder())).then({ refused: 'Forbidden' });
    member()
      .when(remove(holder('REMOVE_ORGANIZATION_MEMBERS')))
      .then(hers);
    member({ isAdmin: true })
      .when(remove(holder('REMOVE_ORGANIZATION_MEMBERS')))
      .then({ refused: 'Forbidden' });
    member({ isAdmin: true }).when(remove(admin)).then(hers);
    stranger.when(remove(admin)).then({ refused: 'NotAMember' });
  });

  test('the last admin neither leaves nor is removed', () => {
    member({ isAdmin: true })
      .when(remove(admin, { userGuid: me!, hasOtherAdmins: false }))
      .then({ refused: 'LastAdminCannotBeRemoved' });
  });
});

test('a permission that only a later version knows gives nothing, and stays when other roles change', () => {
  const later = memberWith(['OF_A_LATER_VERSION']);
  const asked = { organizationUserGroups: ['Manager'] };
  const change = (actor: PermissionHolder) => (state: MemberState) =>
    changeMembership({ userGuid: her!, asked, facts, hasOtherAdmins: true, actor }, state);
  const changed = [
    {
      type: 'MemberPermissionsChanged',
      data: { userGuid: her!, isAdmin: false, userGroups: ['Manager'], permissions: ['OF_A_LATER_VERSION'] },
    },
  ];
  later.when(change(admin)).then(changed);
  // No permission known to this version is given or taken.
  later.when(change(holder('UPDATE_ORGANIZATION_MEMBER_ROLES'))).then(changed);
});

describe('what a group holds', () => {
  const changedTo = (userGroup: string, ...permissions: Permission[]) => ({
    type: 'UserGroupPermissionsChanged',
    data: { userGroup, permissions },
  });
  const change =
    (actor: PermissionHolder, name: string, asked: Permission[]) => (state: ReadonlySet<Permission> | null) =>
      changeUserGroup({ name, asked, actor }, state);

  test('is what the organization says, as far as the actor holds it', () => {
    const shipped = given(userGroupDecider);
    shipped
      .when(change(admin, 'Standard', ['REVIEW_EVENTS', 'APPROVE_EVENTS', 'REVIEW_EVENTS']))
      .then([changedTo('Standard', 'APPROVE_EVENTS', 'REVIEW_EVENTS')]);
    shipped
      .when(change(holder('REVIEW_EVENTS'), 'Standard', ['REVIEW_EVENTS']))
      .then([changedTo('Standard', 'REVIEW_EVENTS')]);
    shipped.when(change(holder('REVIEW_EVENTS'), 'Standard', ['APPROVE_EVENTS'])).then({ refused: 'Forbidden' });
    given(userGroupDecider, [changedTo('Standard', 'APPROVE_EVENTS')])
      .when(change(holder('REVIEW_EVENTS'), 'Standard', []))
      .then({ refused: 'Forbidden' });
    shipped.when(change(admin, 'Foremen', [])).then({ refused: 'UserGroupNotFound' });
  });

  test('the same again writes nothing', () => {
    given(userGroupDecider)
      .when(change(holder(), 'Manager', [...managerPermissions]))
      .then([]);
    given(userGroupDecider, [changedTo('Standard', 'REVIEW_EVENTS')])
      .when(change(holder(), 'Standard', ['REVIEW_EVENTS']))
      .then([]);
  });
});

const now = new Date('2026-11-23T09:00:00.000Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
const asked = { recipientName: 'Bo Reef', recipientEmailAddress: 'bo@example.test' };
const roles = { isAdmin: false, userGroups: ['Standard'], reportingGroupGuid: group! };
const answers = {
  NONE: [],
  REVOKED: [{ type: 'InvitationRevoked', data: {} }],
  ACCEPTED: [{ type: 'InvitationAccepted', data: { userGuid: her } }],
  DECLINED: [{ type: 'InvitationDeclined', data: { userGuid: her } }],
};
const sentAt = (at: string) => ({ type: 'InvitationSent', data: { linkGuid: link!, ...asked, ...roles }, at });
const outstanding = (at = daysAgo(1)) => given(invitationDecider, [sentAt(at)]);

describe('an invitation', () => {
  const none = given(invitationDecider);
  const send =
    (actor: PermissionHolder, more: object = {}, isMember = false) =>
    (state: InvitationState) =>
      sendInvitation({ input: { ...asked, ...more }, actor, facts, isMember, linkGuid: link! }, state);
  const accept = (
    invitation: ReturnType<typeof outstanding>,
    {
      of = stranger,
      known = groups,
      mayInvite = true,
    }: { of?: typeof stranger; known?: CurrentGroups; mayInvite?: boolean } = {},
  ) => acceptInvitation(bo, invitation.state, of.state, { now, groups: known, mayInvite });
  const decline = (state: InvitationState) => declineInvitation(her!, state, now);
  const bo = { userGuid: her!, name: 'Bo Reef', emailAddress: 'bo@example.test' };

  test('is void once its owner may no longer give its roles, and can be declined still', () => {
    expect(accept(outstanding(), { mayInvite: false })).toMatchObject({ refused: 'InvitationVoid' });
    outstanding()
      .when(decline)
      .then([{ type: 'InvitationDeclined', data: { userGuid: her! } }]);
  });

  test.each<[string, Partial<Extract<MemberState, { state: 'MEMBER' }>> | 'REMOVED' | 'STRANGER', object, boolean]>([
    ['an admin makes an admin', { isAdmin: true }, { isAdmin: true }, true],
    ['a former admin makes no admin', { isAdmin: false, userGroups: ['Manager'] }, { isAdmin: true }, false],
    ['someone who was removed invites nobody', 'REMOVED', {}, false],
    ['someone who never was a member invites nobody', 'STRANGER', {}, false],
    ['a member without the permission to invite invites nobody', { userGroups: ['Standard'] }, {}, false],
    [
      'a member gives what they hold',
      { permissions: [...shippedPermissions.Standard, 'CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS'] },
      {},
      true,
    ],
    [
      'a member does not give what they lack',
      { permissions: ['CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS'] },
      { userGroups: ['Manager'] },
      false,
    ],
  ])('by an owner of today: %s', (_, owner, more, may) => {
    const member: MemberState =
      typeof owner === 'string'
        ? { state: owner }
        : {
            state: 'MEMBER',
            isAdmin: false,
            userGroups: ['Standard'],
            permissions: null,
            reportingGroupGuid: null,
            isOnboarded: true,
            ...owner,
          };
    const roles = { isAdmin: false, userGroups: ['Standard' as const], ...more };
    expect(mayStillInvite({ userGuid: me!, kind: 'USER' }, member, roles, shippedPermissions)).toBe(may);
    expect(mayStillInvite({ userGuid: me!, kind: 'SYSTEM' }, member, roles, shippedPermissions)).toBe(true);
  });

  test('is to be a standard member where nothing is said', () => {
    none.when(send(holder())).then([
      {
        type: 'InvitationSent',
        data: { linkGuid: link, ...asked, isAdmin: false, userGroups: ['Standard'], reportingGroupGuid: null },
      },
    ]);
  });

  test('gives what the sender holds, and makes an admin by an admin alone', () => {
    none.when(send(holder(), { isAdmin: true })).then({ refused: 'Forbidden' });
    none.when(send(holder(), { organizationUserGroups: ['Manager'] })).then({ refused: 'Forbidden' });
    none
      .when(send(holder(...managerPermissions), { organizationUserGroups: ['Manager'] }))
      .thenMatch([{ type: 'InvitationSent', data: { userGroups: ['Manager'] } }]);
    none
      .when(send(admin, { isAdmin: true, reportingGroupGuid: group }))
      .thenMatch([{ type: 'InvitationSent', data: { isAdmin: true, reportingGroupGuid: group } }]);
    none.when(send(admin, { organizationUserGroups: ['Foremen'] })).thenMatch({ refused: 'UserGroupNotFound' });
    none.when(send(admin, { reportingGroupGuid: her })).thenMatch({ refused: 'ReportingGroupNotFound' });
    none
      .when(send(admin, { organizationUserGroups: ['Standard', 'Standard'] }))
      .thenMatch({ refused: 'DuplicateUserGroup' });
    outstanding()
      .when(send(admin, {}, true))
      .then({ refused: 'DuplicateMembership' });
  });

  test('holds for fourteen days', () => {
    expect([isExpired(daysAgo(14), now), isExpired(new Date(Date.parse(daysAgo(14)) - 1).toISOString(), now)]).toEqual([
      false,
      true,
    ]);
    const expired = outstanding(daysAgo(15));
    expect(accept(expired)).toEqual({ refused: 'InvitationNotFound' });
    expired.when(revokeInvitation).then(answers.REVOKED);
    expired.when(send(admin)).thenMatch([{ type: 'InvitationSent' }]);
  });

  test('that is accepted makes a member, who has not been led round yet', () => {
    expect(accept(outstanding())).toEqual({
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
    expect(accept(outstanding(), { of: member() })).toEqual({ refused: 'DuplicateMembership' });
    const joinedWith = (known: CurrentGroups) => accept(outstanding(), { known });
    expect(
      joinedWith(
        new Map([
          [group!, { status: 'ARCHIVED', reassignedToGuid: her!, revision: 2 }],
          [her!, { status: 'ACTIVE', reassignedToGuid: null, revision: 1 }],
        ]),
      ),
    ).toMatchObject({ joined: [{ data: { reportingGroupGuid: her } }] });
    expect(joinedWith(new Map())).toMatchObject({ joined: [{ data: { reportingGroupGuid: null } }] });
    outstanding().when(decline).then(answers.DECLINED);
  });

  test.each([
    ['NONE', 'InvitationNotFound'],
    ['REVOKED', 'InvitationNotFound'],
    ['ACCEPTED', 'InvitationAlreadyUsed'],
    ['DECLINED', 'InvitationAlreadyUsed'],
  ] as const)('that is %s is answered and revoked no more', (state, refused) => {
    const known = given(invitationDecider, state === 'NONE' ? [] : [sentAt(daysAgo(1)), ...answers[state]]);
    expect(accept(known)).toEqual({ refused });
    known.when(decline).then({ refused });
    known.when(revokeInvitation).then({ refused });
  });
});

describe('a request to join', () => {
  const requested = { userGuid: her!, name: 'Bo Reef', emailAddress: 'bo@example.test', message: null };
  const made = { type: 'MembershipRequested', data: requested };
  const answered = {
    NONE: [],
    WITHDRAWN: [{ type: 'MembershipRequestWithdrawn', data: { userGuid: her } }],
    APPROVED: [{ type: 'MembershipRequestApproved', data: { userGuid: her, ...roles } }],
    DECLINED: [{ type: 'MembershipRequestDeclined', data: { userGuid: her } }],
  };
  const none = given(membershipRequestDecider);
  const pending = given(membershipRequestDecider, [made]);
  const founded = { name: { is: 'Works', entryRevision: 1 } } as Organization;
  const ask =
    ({ of = stranger, organization = founded }: { of?: typeof stranger; organization?: Organization | null } = {}) =>
    (request: RequestState) =>
      askToJoin(requested, request, { member: of.state, organization });
  const approve = (actor: PermissionHolder, more: object = {}, request = pending, of = stranger) =>
    approveRequest({ input: { status: 'APPROVED', ...more }, actor, facts, account: null }, request.state, of.state);
  const decline = (request: RequestState) => declineRequest(her!, request);
  const withdraw = (request: RequestState) => withdrawRequest(her!, request);

  test('is made once, by who is no member, to an organization that there is', () => {
    none.when(ask()).then([made]);
    pending.when(ask()).then([]);
    none.when(ask({ of: member() })).then({ refused: 'DuplicateMembership' });
    none.when(ask({ organization: null })).then({ refused: 'OrganizationNotFound' });
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
        pending.state,
        stranger.state,
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
    expect(approve(holder(), { isAdmin: true }, none)).toEqual({ refused: 'Forbidden' });
    expect(approve(admin, { organizationUserGroups: ['Foremen'] })).toMatchObject({ refused: 'UserGroupNotFound' });
    expect(approve(admin, {}, pending, member())).toEqual({ refused: 'DuplicateMembership' });
    pending.when(decline).then(answered.DECLINED);
    pending.when(withdraw).then(answered.WITHDRAWN);
  });

  test.each([
    ['NONE', 'OnboardingRequestNotFound'],
    ['WITHDRAWN', 'OnboardingRequestNotFound'],
    ['APPROVED', 'InvitationAlreadyUsed'],
    ['DECLINED', 'InvitationAlreadyUsed'],
  ] as const)('that is %s is answered and withdrawn no more', (state, refused) => {
    const known = given(membershipRequestDecider, state === 'NONE' ? [] : [made, ...answered[state]]);
    expect(approve(admin, {}, known)).toEqual({ refused });
    known.when(decline).then({ refused });
    known.when(withdraw).then({ refused });
  });
});
