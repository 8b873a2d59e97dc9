import { Module } from '@nestjs/common';
import { handlersOf } from '../commands/use-case.ts';
import { AddMember } from './add-member.ts';
import { ChangeCustomerConfig } from './change-customer-config.ts';
import { ChangeMemberPermissions } from './change-member-permissions.ts';
import { CreateOrganization } from './create-organization.ts';
import { CreateReportingGroup } from './create-reporting-group.ts';
import { CreateWorksite } from './create-worksite.ts';
import { MembershipsController } from './memberships.controller.ts';
import { OrganizationsController } from './organizations.controller.ts';
import { SwitchModule } from './switch-module.ts';

@Module({
  controllers: [OrganizationsController, MembershipsController],
  providers: handlersOf(AddMember, ChangeCustomerConfig, ChangeMemberPermissions, CreateOrganization, CreateReportingGroup, CreateWorksite, SwitchModule),
})
export class OrganizationsModule {}
