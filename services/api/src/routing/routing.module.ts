import { Module } from '@nestjs/common';
import { handlersOf } from '../commands/define-command.ts';
import { commandController } from '../http/command-controller.ts';
import { ReportRouting } from './report-routing.ts';
import { RoutingController } from './routing.controller.ts';
import { SetCallListOfOrganization, SetCallListOfReportingGroup, SetCallListOfWorksite } from './set-call-list.ts';

const commands = [SetCallListOfOrganization, SetCallListOfWorksite, SetCallListOfReportingGroup];

@Module({
  controllers: [RoutingController, commandController('CallListCommandsController', commands)],
  providers: [ReportRouting, ...handlersOf(...commands)],
  exports: [ReportRouting],
})
export class RoutingModule {}
