import { QueryBus } from '@nestjs/cqrs';
import { ListStaffAccesses } from '@plimsoll/projections/staff/staff-access-list/query';
import { STAFF_ACCESS_HOURS } from '@plimsoll/contracts/staff/staff-access';
import { isRefusal, refuse } from '../commands/decision.ts';
import { execute, isExecuted, type Outcome } from '../commands/execute.ts';
import type { DecidedStream } from '../commands/decider.ts';
import { defineCommand } from '../commands/define-command.ts';
import { isErased, loadUser } from '../identity/accounts/user.ts';
import { organizationDecider, type Organization } from '../organizations/organization.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { envelopeIn, isRecent, staffAccessDecider, type StaffAccessState } from './staff-access.ts';
import { StaffAccesses } from './staff-accesses.ts';
import { type BeginningAccess, HOUR_MS, beginStaffAccess } from './begin-staff-access.rule.ts';

/**
 * Writes the event to the organization's log first, then opens the access: repeating the command after a crash
 * completes it, and does not reopen an access that was closed since.
 */
export const BeginStaffAccess = defineCommand({
  name: 'BeginStaffAccess',
  needs: [StaffAccesses, QueryBus, ReadYourWrites],
  handle:
    (accesses, queries, progress) =>
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
      await progress.waitForHead(organizationGuid, ['staff-access-list']);
      const earlier = (await queries.execute(new ListStaffAccesses(organizationGuid))).filter(
        (row) => row.user_guid === userGuid && isRecent(row.ended_at ?? row.ends_at, envelope.receivedAt),
      );
      const outcome = await execute(store, envelopeIn(organizationGuid, envelope), {
        own: staffAccessDecider.of(accessGuid),
        others: [organization, ...earlier.map((row) => staffAccessDecider.of(row.access_guid))] as unknown as [
          DecidedStream<Organization | null>,
          ...DecidedStream<StaffAccessState>[],
        ],
        decide: ({ stream, state: access }, founded, ...ended) => {
          const decision = beginStaffAccess(data, staff.isStaff, access, founded.state, {
            earlier: ended.map(({ state }) => state),
            now: envelope.receivedAt,
          });
          if (isRefusal(decision)) return decision;
          return {
            records: decision.map((event) => ({ stream, event })),
            // The organization may be ending one of them at this very moment.
            readDependencies: ended.map((one) => one.stream),
          };
        },
      });
      if (!isExecuted(outcome)) return outcome;
      const { state: access } = await staffAccessDecider.of(accessGuid).load(store, organizationGuid);
      if (access.state === 'BEGUN')
        await accesses.open({ accessGuid, sessionGuid, userGuid, organizationGuid, endsAt: access.endsAt });
      return outcome;
    },
});
