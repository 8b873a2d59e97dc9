import type { CarryOutFollowUp } from '../../commands/follow-up.ts';
import { systemEnvelope } from '../../commands/own-envelope.ts';
import { CompleteOrganization } from './complete-organization.ts';

/**
 * Process manager step: completes an organization's founding from its entry in the installation's log, even if the
 * founding request failed halfway.
 */
export const completeEnteredOrganization: CarryOutFollowUp<'COMPLETE_ORGANIZATION'> = async (
  { id, ids: { organization } },
  { commands },
) => [
  await commands.execute(new CompleteOrganization(systemEnvelope({ tenant: organization, name: `follow-up ${id}` }))),
];
