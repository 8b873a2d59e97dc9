import { carryPurchasesOn } from './billing/carry-purchases-on.ts';
import { carryRefundsOn } from './billing/carry-refunds-on.ts';
import { mailBilling } from './billing/mail-billing.ts';
import type { Reactor } from './runner/reactor.ts';
import { keepMemberDetails } from './identity/keep-member-details.ts';
import { mailChangedAddress } from './identity/mail-changed-address.ts';
import { mailChangedFactors } from './identity/mail-changed-factors.ts';
import { mailChangedPassword } from './identity/mail-changed-password.ts';
import { mailGrantedAuditors } from './auditors/mail-granted-auditors.ts';
import { mailDisabledWebhooks } from './integration/mail-disabled-webhooks.ts';
import { mailWhoIsAsked } from './incidents/mail-who-is-asked.ts';
import { judgeLoadLines } from './metrics/judge-load-lines.ts';
import { mailCrossedLines } from './metrics/mail-crossed-lines.ts';
import { completeOrganizations } from './organizations/complete-organizations.ts';
import { mailMemberships } from './members/mail-memberships.ts';
import { carryErasuresOut } from './privacy/carry-erasures-out.ts';
import { mailErasures } from './privacy/mail-erasures.ts';
import { mailStaffAccess } from './staff/mail-staff-access.ts';
import { findRecurrences } from './tasks/find-recurrences.ts';
import { mailAssignedTasks } from './tasks/mail-assigned-tasks.ts';

/** Everything that reacts. None of it does anything in the request that caused it. */
export const reactors: readonly Reactor[] = [
  mailWhoIsAsked,
  mailChangedPassword,
  mailChangedAddress,
  mailChangedFactors,
  keepMemberDetails,
  completeOrganizations,
  mailMemberships,
  mailStaffAccess,
  mailDisabledWebhooks,
  mailGrantedAuditors,
  mailAssignedTasks,
  findRecurrences,
  judgeLoadLines,
  mailCrossedLines,
  carryPurchasesOn,
  carryRefundsOn,
  mailBilling,
  carryErasuresOut,
  mailErasures,
];
