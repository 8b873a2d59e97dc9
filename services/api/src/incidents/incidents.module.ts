import { Module, UseFilters } from '@nestjs/common';
import { handlersOf } from '../commands/define-command.ts';
import { commandController } from '../http/command-controller.ts';
import { AmendIncident } from './amend-incident.ts';
import { ApproveIncident } from './workflow/approve-incident.ts';
import { ChangeView } from './views/change-view.ts';
import { DeleteIncident } from './delete-incident.ts';
import { ExportIncidents } from './list/export-incidents.ts';
import { IncidentListsController } from './list/incident-lists.controller.ts';
import { IncidentLog } from './incident-log.ts';
import { IncidentsController } from './incidents.controller.ts';
import { RemoveView } from './views/remove-view.ts';
import { ReopenIncident } from './workflow/reopen-incident.ts';
import { ReportIncident } from './report-incident.ts';
import { RequestApproval } from './workflow/request-approval.ts';
import { RequestReview } from './workflow/request-review.ts';
import { RestoreIncident } from './restore-incident.ts';
import { ReturnIncident } from './workflow/return-incident.ts';
import { ReviewIncident } from './workflow/review-incident.ts';
import { SaveView } from './views/save-view.ts';
import { SavedViewsController } from './views/saved-views.controller.ts';
import { GrantedIncidents } from './granted-incidents.ts';
import { IncidentContexts } from './incident-contexts.ts';
import { HideExistenceFilter } from '../http/problems/hide-existence.filter.ts';
import { RoutingModule } from '../routing/routing.module.ts';

const commands = [
  ReportIncident,
  AmendIncident,
  RequestReview,
  ReviewIncident,
  ReturnIncident,
  RequestApproval,
  ApproveIncident,
  ReopenIncident,
  DeleteIncident,
  RestoreIncident,
];

@Module({
  imports: [RoutingModule],
  controllers: [
    IncidentsController,
    SavedViewsController,
    IncidentListsController,
    commandController('IncidentCommandsController', commands, UseFilters(HideExistenceFilter)),
    commandController('SavedViewCommandsController', [RemoveView]),
  ],
  providers: [
    IncidentLog,
    IncidentContexts,
    GrantedIncidents,
    ...handlersOf(...commands, SaveView, ChangeView, RemoveView, ExportIncidents),
  ],
  exports: [IncidentLog, IncidentContexts, GrantedIncidents],
})
export class IncidentsModule {}
