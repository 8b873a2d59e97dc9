import { refuse } from '../commands/decision.ts';
import { execute } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { envelopeIn } from './staff-access.ts';
import { StaffAccesses } from './staff-accesses.ts';
import { ending } from './end-staff-access.rule.ts';

/** Records the end of an access that is already closed, in the organization's log. */
export const NoteEndedStaffAccess = defineCommand({
  name: 'NoteEndedStaffAccess',
  useCase: (_envelope, accessGuid: string) => ending(accessGuid),
});

/**
 * Closes the actor's access first, then records its end in the organization's log: repeating the command after a crash
 * completes it.
 */
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

/** Ends an access of staff on behalf of the organization, with all others of the same person. */
export const TurnStaffOut = defineCommand({
  name: 'TurnStaffOut',
  needs: [StaffAccesses],
  handle: (accesses) => async (store, envelope, accessGuid: string) => {
    const { tenant, actor, metadata, receivedAt: at } = envelope;
    for (const other of await accesses.closeTo(tenant, accessGuid))
      await execute(
        store,
        systemEnvelope({ tenant, actor, kind: metadata.actor.kind, name: `${envelope.commandId} ends ${other}`, at }),
        ending(other),
      );
    return execute(store, envelope, ending(accessGuid));
  },
  route: { operationId: 'turnStaffOut', args: (_, { guid }) => [guid], answer: () => undefined },
});
