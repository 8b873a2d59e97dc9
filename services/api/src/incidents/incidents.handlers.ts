import type { Provider } from '@nestjs/common';
import { AmendIncidentHandler } from './amend-incident.ts';
import { ApproveIncidentHandler } from './approve-incident.ts';
import { DeleteIncidentHandler } from './delete-incident.ts';
import { IncidentLog } from './incident-log.ts';
import { ReopenIncidentHandler } from './reopen-incident.ts';
import { ReportIncidentHandler } from './report-incident.ts';
import { RequestApprovalHandler } from './request-approval.ts';
import { RequestReviewHandler } from './request-review.ts';
import { RestoreIncidentHandler } from './restore-incident.ts';
import { ReturnIncidentHandler } from './return-incident.ts';
import { ReviewIncidentHandler } from './review-incident.ts';
import { SurroundingsNow } from './surroundings-now.ts';

/** The use cases of incidents, and what they stand on. */
export const incidentHandlers: Provider[] = [
  IncidentLog, SurroundingsNow, ReportIncidentHandler, AmendIncidentHandler, RequestReviewHandler, ReviewIncidentHandler, ReturnIncidentHandler,
  RequestApprovalHandler, ApproveIncidentHandler, ReopenIncidentHandler, DeleteIncidentHandler, RestoreIncidentHandler,
];
