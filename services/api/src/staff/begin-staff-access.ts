import { STAFF_ACCESS_HOURS } from '@plimsoll/contracts/staff/staff-access';
import { isRefusal, refuse } from '../commands/decision.ts';
import { execute, isExecuted, type Outcome } from '../commands/execute.ts';
import type { DecidedStream } from '../commands/decider.ts';
import { defineCommand } from '../commands/define-command.ts';
import { isErased, loadUser } from '../identity/accounts/user.ts';
import { organizationDecider, type Organization } from '../organizations/organization.ts';
import { envelopeIn, staffAccessDecider } from './staff-access.ts';
import { StaffAccesses } from './staff-accesses.ts';
import { type BeginningAccess, HOUR_MS, beginStaffAccess } from './begin-staff-access.rule.ts';

/**
 * Writes the event to the organization's log first, then opens the access: repeating the command after a crash
 * completes it, and does not reopen an access that was closed since.
 */
export const BeginStaffAccess = defineCommand({
  name: 'BeginStaffAccess',
  needs: [StaffAccesses],
  handle:
    (accesses) =>
    async (
      store,
      envelope,
      { accessGuid, organizationGuid, reason, sessionGuid }: BeginningAccess,
    ): Promise<Outcome> => {
      const { userGuid } = envelope.actor;
      const staff = (await loadUser(store, userGuid))?.user;
      if (!staff || isErased(staff)) return refuse('OrganizationNotFound');
      const data = {
        userGuid,
        name: staff.name,
        reason,
        endsAt: new Date(envelope.receivedAt.getTime() + STAFF_ACCESS_HOURS * HOUR_MS).toISOString(),
      };
      const organization: DecidedStream<Organization | null> = organizationDecider.of(organizationGuid);
      const outcome = await execute(store, envelopeIn(organizationGuid, envelope), {
        own: staffAccessDecider.of(accessGuid),
        others: [organization] as const,
        decide: ({ stream, state: access }, founded) => {
          const decision = beginStaffAccess(data, staff.isStaff, access, founded.state);
          return isRefusal(decision) ? decision : { records: decision.map((event) => ({ stream, event })) };
        },
      });
      if (!isExecuted(outcome)) return outcome;
      const { state: access } = await staffAccessDecider.of(accessGuid).load(store, organizationGuid);
      if (access.state === 'BEGUN')
        await accesses.open({ accessGuid, sessionGuid, userGuid, organizationGuid, endsAt: access.endsAt });
      return outcome;
    },
});
