import { refuse } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { envelopeIn } from './staff-access.ts';
import { StaffAccesses } from './staff-accesses.ts';
import { ending } from './end-staff-access.rule.ts';

/** In the organization's log alone, once the access opens nothing any more. */
export const NoteEndedStaffAccess = defineCommand({
  name: 'NoteEndedStaffAccess',
  useCase: (_envelope, accessGuid: string) => ending(accessGuid),
});

/** What it opens is closed first, then the organization's log says so; a repetition after a fault in between completes it. */
export const EndStaffAccess = defineCommand({
  name: 'EndStaffAccess',
  needs: [StaffAccesses],
  handle: (accesses) => async (store, envelope, accessGuid: string) => {
    const organizationGuid = await accesses.close(accessGuid, envelope.actor.userGuid);
    return organizationGuid === undefined
      ? refuse('OrganizationNotFound')
      : execute(store, envelopeIn(organizationGuid, envelope), ending(accessGuid));
  },
});

/** The same by whoever looks after the organization: nobody has to let our staff read on. */
export const TurnStaffOut = defineCommand({
  name: 'TurnStaffOut',
  needs: [StaffAccesses],
  handle: (accesses) => async (store, envelope, accessGuid: string) => {
    await accesses.closeTo(envelope.tenant, accessGuid);
    return execute(store, envelope, ending(accessGuid));
  },
});
