import { STAFF_ACCESS_HOURS } from '@plimsoll/contracts/staff/staff-access';
import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { staffAccessBegan } from '@plimsoll/contracts/staff/events';
import { isRefusal, refuse, type Decision } from '../commands/decision.ts';
import { execute, isExecuted, type Outcome } from '../commands/execute.ts';
import type { DecidedStream } from '../commands/decider.ts';
import { defineCommand } from '../commands/define-command.ts';
import { isErased, userNow } from '../identity/accounts/user.ts';
import { organizationDecider, type Organization } from '../organizations/organization.ts';
import { envelopeIn, staffAccessDecider, type StaffAccessState } from './staff-access.ts';
import { StaffAccesses } from './staff-accesses.ts';

type Begun = EventOf<typeof staffAccessBegan>;

export interface BeginningAccess {
  readonly accessGuid: string;
  readonly organizationGuid: string;
  readonly reason: string;
  /** It ends with it. */
  readonly sessionGuid: string;
}

const HOUR_MS = 3_600_000;

/** Lets one of our staff read an organization. Refuses: OrganizationNotFound, also for whom is none of them. */
export function beginStaffAccess(
  data: Begun['data'],
  isStaff: boolean,
  access: StaffAccessState,
  organization: Organization | null,
): Decision<Begun> {
  if (!isStaff || !organization) return refuse('OrganizationNotFound');
  return access.state === 'NONE' ? [{ type: 'StaffAccessBegan', data }] : [];
}

/** The fact first, in the organization's log, then what opens it: a repetition after a fault in between completes it, and opens none that was closed since. */
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
      const staff = (await userNow(store, userGuid))?.user;
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
