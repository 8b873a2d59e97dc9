import type { CarryOutFollowUp } from '../../commands/follow-up.ts';
import { systemEnvelope } from '../../commands/own-envelope.ts';
import { ResumeBilling } from './resume-billing.ts';

/** Follow-up for a day on which an organization's billing has a due step. */
export const resumeDueBilling: CarryOutFollowUp<'CARRY_BILLING_ON'> = async (
  { id, ids: { organization } },
  { commands },
) => [await commands.execute(new ResumeBilling(systemEnvelope({ tenant: organization, name: `follow-up ${id}` })))];
