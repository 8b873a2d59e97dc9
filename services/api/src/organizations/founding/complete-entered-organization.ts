import type { CarryOutFollowUp } from '../../commands/follow-up.ts';
import { systemEnvelope } from '../../commands/own-envelope.ts';
import { CompleteOrganization } from './complete-organization.ts';

/** Brings an organization's own log to where the installation's is, whatever became of the request that began it. */
export const completeEnteredOrganization: CarryOutFollowUp<'COMPLETE_ORGANIZATION'> = async (
  { id, ids: { organization } },
  { commands },
) => [
  await commands.execute(new CompleteOrganization(systemEnvelope({ tenant: organization, name: `follow-up ${id}` }))),
];
