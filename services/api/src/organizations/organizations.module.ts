import { Module } from '@nestjs/common';
import { handlersOf } from '../commands/define-command.ts';
import { commandController } from '../http/command-controller.ts';
import { ActivateSso } from '../single-sign-on/activate-sso.ts';
import { AddDomain } from '../single-sign-on/add-domain.ts';
import { AddLocation } from './locations/add-location.ts';
import { AddMember } from '../members/add-member.ts';
import { AnswerInvitation } from '../joining/answer-invitation.ts';
import { AnswerMembershipRequest } from '../joining/answer-membership-request.ts';
import { ArchiveReportingGroup } from '../units/archive-reporting-group.ts';
import { ArchiveWorksite } from '../units/archive-worksite.ts';
import { AskToJoin } from '../joining/ask-to-join.ts';
import { ChangeCustomerConfig } from './change-customer-config.ts';
import { ChangeExternalSystems } from './change-external-systems.ts';
import { ChangeLocation } from './locations/change-location.ts';
import { ChangeMemberDetails } from '../members/change-member-details.ts';
import { ChangeMembership } from '../members/change-membership.ts';
import { ChangeUserGroup } from '../members/change-user-group.ts';
import { CompleteOrganization } from './founding/complete-organization.ts';
import { CreateOrganization } from './founding/create-organization.ts';
import { CreateReportingGroup } from '../units/create-reporting-group.ts';
import { CreateWorksite } from '../units/create-worksite.ts';
import { DeactivateSso } from '../single-sign-on/deactivate-sso.ts';
import { EnterOrganization } from './founding/enter-organization.ts';
import { FoundOrganization } from './founding/found-organization.ts';
import { JoinBySso } from '../joining/join-by-sso.ts';
import { InvitationsController } from '../joining/invitations.controller.ts';
import { LogoController } from './logo/logo.controller.ts';
import { MembershipRequestsController } from '../joining/membership-requests.controller.ts';
import { CreatedAccesses } from '../members/created-access.ts';
import { MembershipsController } from '../members/memberships.controller.ts';
import { OrganizationSettingsController } from './organization-settings.controller.ts';
import { OrganizationsController } from './organizations.controller.ts';
import { RemoveDomain } from '../single-sign-on/remove-domain.ts';
import { RemoveLocation } from './locations/remove-location.ts';
import { RemoveLogo } from './logo/remove-logo.ts';
import { RemoveMember } from '../members/remove-member.ts';
import { RemoveReportingGroup } from '../units/remove-reporting-group.ts';
import { RemoveWorksite } from '../units/remove-worksite.ts';
import { RevokeInvitation } from '../joining/revoke-invitation.ts';
import { RoleFactsReader } from '../members/role-facts.ts';
import { SeenMemberships } from '../members/seen-memberships.ts';
import { SendInvitation } from '../joining/send-invitation.ts';
import { SetLogo } from './logo/set-logo.ts';
import { SetSsoProvider } from '../single-sign-on/set-sso-provider.ts';
import { SsoSettingsController } from '../single-sign-on/sso-settings.controller.ts';
import { SetMemberIndustries } from '../members/set-member-industries.ts';
import { SetSubscriptionStatus } from './set-subscription-status.ts';
import { SuggestRegion } from './founding/suggest-region.ts';
import { SwitchModule } from './switch-module.ts';
import { UnitUsageReader } from '../units/unit-usage.ts';
import { UnitsController } from '../units/units.controller.ts';
import { UpdateOrganization } from './update-organization.ts';
import { UpdateReportingGroup } from '../units/update-reporting-group.ts';
import { UpdateWorksite } from '../units/update-worksite.ts';
import { UserGroupsController } from '../members/user-groups.controller.ts';
import { GrantDomain, VerifyDomain } from '../single-sign-on/verify-domain.ts';
import { WithdrawMembershipRequest } from '../joining/withdraw-membership-request.ts';

const commands = [ChangeExternalSystems, RemoveLogo, RemoveLocation, SuggestRegion, RevokeInvitation];

@Module({
  controllers: [
    OrganizationsController,
    OrganizationSettingsController,
    LogoController,
    MembershipsController,
    UserGroupsController,
    InvitationsController,
    MembershipRequestsController,
    UnitsController,
    SsoSettingsController,
    commandController('OrganizationCommandsController', commands),
  ],
  providers: [
    CreatedAccesses,
    RoleFactsReader,
    SeenMemberships,
    UnitUsageReader,
    ...handlersOf(...commands),
    ...handlersOf(AddMember, ChangeMemberDetails, ChangeMembership, ChangeUserGroup, RemoveMember, SetMemberIndustries),
    ...handlersOf(
      CreateOrganization,
      FoundOrganization,
      CompleteOrganization,
      EnterOrganization,
      UpdateOrganization,
      ChangeCustomerConfig,
      SwitchModule,
      SetSubscriptionStatus,
      SetLogo,
    ),
    ...handlersOf(
      CreateWorksite,
      UpdateWorksite,
      ArchiveWorksite,
      RemoveWorksite,
      CreateReportingGroup,
      UpdateReportingGroup,
      ArchiveReportingGroup,
      RemoveReportingGroup,
    ),
    ...handlersOf(AddLocation, ChangeLocation),
    ...handlersOf(
      SetSsoProvider,
      ActivateSso,
      DeactivateSso,
      AddDomain,
      VerifyDomain,
      GrantDomain,
      RemoveDomain,
      JoinBySso,
    ),
    ...handlersOf(SendInvitation, AnswerInvitation, AskToJoin, AnswerMembershipRequest, WithdrawMembershipRequest),
  ],
})
export class OrganizationsModule {}
