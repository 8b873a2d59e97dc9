import { Module } from '@nestjs/common';
import { AddMemberHandler } from './add-member.ts';
import { ChangeCustomerConfigHandler } from './change-customer-config.ts';
import { ChangeMemberPermissionsHandler } from './change-member-permissions.ts';
import { CreateOrganizationHandler } from './create-organization.ts';
import { CreateReportingGroupHandler } from './create-reporting-group.ts';
import { CreateWorksiteHandler } from './create-worksite.ts';
import { MembershipsController } from './memberships.controller.ts';
import { OrganizationsController } from './organizations.controller.ts';
import { SwitchModuleHandler } from './switch-module.ts';

@Module({
  controllers: [OrganizationsController, MembershipsController],
  providers: [
    AddMemberHandler, ChangeCustomerConfigHandler, ChangeMemberPermissionsHandler, CreateOrganizationHandler, CreateReportingGroupHandler,
    CreateWorksiteHandler, SwitchModuleHandler,
  ],
})
export class OrganizationsModule {}
