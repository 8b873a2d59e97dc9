import { CommandBus } from '@nestjs/cqrs';
import { execute, isExecuted, singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { Sessions } from '../identity/sign-in/sessions.ts';
import { userDecider } from '../identity/accounts/user.ts';
import { NoteEndedStaffAccess } from './end-staff-access.ts';
import { envelopeIn } from './staff-access.ts';
import { StaffAccesses } from './staff-accesses.ts';
import { revokeStaff } from './revoke-staff.rule.ts';

/**
 * Writes the event first; then ends the user's sessions, closes their accesses, including those opened meanwhile, and
 * records the end in each organization's log. Idempotent: after an interruption the same command does what is left.
 */
export const RevokeStaff = defineCommand({
  name: 'RevokeStaff',
  needs: [StaffAccesses, Sessions, CommandBus],
  handle: (accesses, sessions, commands) => async (store, envelope, userGuid: string) => {
    const outcome = await execute(
      store,
      envelope,
      singleStream({
        own: userDecider.of(userGuid),
        decide: (user) => revokeStaff(userGuid, user),
      }),
    );
    if (!isExecuted(outcome)) return outcome;
    await sessions.endAll(userGuid);
    for (const { accessGuid, organizationGuid } of await accesses.closeAll(userGuid))
      await commands.execute(new NoteEndedStaffAccess(envelopeIn(organizationGuid, envelope), accessGuid));
    return outcome;
  },
});
