import { Module } from '@nestjs/common';
import { handlersOf } from '../commands/use-case.ts';
import { ActivateSso } from './activate-sso.ts';
import { AddDomain } from './add-domain.ts';
import { AddLocation } from './add-location.ts';
import { AddMember } from './add-member.ts';
import { AnswerInvitation } from './answer-invitation.ts';
import { AnswerMembershipRequest } from './answer-membership-request.ts';
import { ArchiveReportingGroup } from './archive-reporting-group.ts';
import { ArchiveWorksite } from './archive-worksite.ts';
import { AskToJoin } from './ask-to-join.ts';
import { ChangeCustomerConfig } from './change-customer-config.ts';
import { ChangeExternalSystems } from './change-external-systems.ts';
import { ChangeLocation } from './change-location.ts';
import { ChangeMemberDetails } from './change-member-details.ts';
import { ChangeMembership } from './change-membership.ts';
import { ChangeUserGroup } from './change-user-group.ts';
import { CompleteOrganization } from './complete-organization.ts';
import { CreateOrganization } from './create-organization.ts';
import { CreateReportingGroup } from './create-reporting-group.ts';
import { CreateWorksite } from './create-worksite.ts';
import { DeactivateSso } from './deactivate-sso.ts';
import { EnterOrganization } from './enter-organization.ts';
import { FoundOrganization } from './found-organization.ts';
import { JoinBySso } from './join-by-sso.ts';
import { InvitationsController } from './invitations.controller.ts';
import { LogoController } from './logo.controller.ts';
import { MembershipRequestsController } from './membership-requests.controller.ts';
import { MembershipsController } from './memberships.controller.ts';
import { OrganizationSettingsController } from './organization-settings.controller.ts';
import { OrganizationsController } from './organizations.controller.ts';
import { RemoveDomain } from './remove-domain.ts';
import { RemoveLocation } from './remove-location.ts';
import { RemoveLogo } from './remove-logo.ts';
import { RemoveMember } from './remove-member.ts';
import { RemoveReportingGroup } from './remove-reporting-group.ts';
import { RemoveWorksite } from './remove-worksite.ts';
import { RevokeInvitation } from './revoke-invitation.ts';
import { RoleFactsNow } from './role-facts.ts';
import { SeenMemberships } from './seen-memberships.ts';
import { SendInvitation } from './send-invitation.ts';
import { SetLogo } from './set-logo.ts';
import { SetSsoProvider } from './set-sso-provider.ts';
import { SsoSettingsController } from './sso-settings.controller.ts';
import { SetMemberIndustries } from './set-member-industries.ts';
import { SetSubscriptionStatus } from './set-subscription-status.ts';
import { SuggestRegion } from './suggest-region.ts';
import { SwitchModule } from './switch-module.ts';
import { UnitUsageNow } from './unit-usage.ts';
import { UnitsController } from './units.controller.ts';
import { UpdateOrganization } from './update-organization.ts';
import { UpdateReportingGroup } from './update-reporting-group.ts';
import { UpdateWorksite } from './update-worksite.ts';
import { UserGroupsController } from './user-groups.controller.ts';
import { GrantDomain, VerifyDomain } from './verify-domain.ts';
import { WithdrawMembershipRequest } from './withdraw-membership-request.ts';

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
  ],
  providers: [
    RoleFactsNow,
    SeenMemberships,
    UnitUsageNow,
    ...handlersOf(AddMember, ChangeMemberDetails, ChangeMembership, ChangeUserGroup, RemoveMember, SetMemberIndustries),
    ...handlersOf(
      CreateOrganization,
      FoundOrganization,
      CompleteOrganization,
      EnterOrganization,
      UpdateOrganization,
      ChangeCustomerConfig,
      SwitchModule,
      ChangeExternalSystems,
      SetSubscriptionStatus,
      SetLogo,
      RemoveLogo,
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
    ...handlersOf(AddLocation, ChangeLocation, RemoveLocation, SuggestRegion),
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
    ...handlersOf(
      SendInvitation,
      RevokeInvitation,
      AnswerInvitation,
      AskToJoin,
      AnswerMembershipRequest,
      WithdrawMembershipRequest,
    ),
  ],
})
export class OrganizationsModule {}
