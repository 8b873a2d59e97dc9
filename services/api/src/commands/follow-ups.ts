import { raiseAlarmIfMet, takeDueStep } from '../alarms/follow-up-alarms.ts';
import { resumeDueBilling } from '../billing/subscription/resume-due-billing.ts';
import { resumeRequestedRefund } from '../billing/invoices/resume-requested-refund.ts';
import { resumeBegunPurchase } from '../billing/purchases/resume-begun-purchase.ts';
import type { FollowUpsByKind } from './follow-up.ts';
import { keepMemberDetails } from '../identity/accounts/keep-member-details.ts';
import { disableFailingWebhook } from '../integration/webhooks/disable-failing-webhook.ts';
import { judgeLoadLines } from '../metrics/judge-load-lines.ts';
import { completeEnteredOrganization } from '../organizations/founding/complete-entered-organization.ts';
import { runDueErasures } from '../privacy/run-due-erasures.ts';
import { reopenRecurringTasks } from '../tasks/reopen-recurring-tasks.ts';

/** Every command that follows from an event of another stream, by job kind. */
export const followUps: FollowUpsByKind = {
  KEEP_MEMBER_DETAILS: keepMemberDetails,
  COMPLETE_ORGANIZATION: completeEnteredOrganization,
  DISABLE_WEBHOOK: disableFailingWebhook,
  REOPEN_RECURRING_TASKS: reopenRecurringTasks,
  JUDGE_LOAD_LINES: judgeLoadLines,
  CARRY_PURCHASE_ON: resumeBegunPurchase,
  CARRY_BILLING_ON: resumeDueBilling,
  CARRY_REFUND_ON: resumeRequestedRefund,
  CARRY_ERASURES_OUT: runDueErasures,
  RAISE_ALARM: raiseAlarmIfMet,
  STEP_ALARM: takeDueStep,
};
