import type { CarryOutFollowUp } from '../../commands/follow-up.ts';
import { systemEnvelope } from '../../commands/own-envelope.ts';
import { ResumeRefund } from './resume-refund.ts';

/** Follow-up to a requested refund: resumes it until it has ended. */
export const resumeRequestedRefund: CarryOutFollowUp<'CARRY_REFUND_ON'> = async (
  { id, ids: { organization, refund } },
  { commands },
) => [
  await commands.execute(new ResumeRefund(systemEnvelope({ tenant: organization, name: `follow-up ${id}` }), refund)),
];
