import type { CarryOutFollowUp } from '../../commands/follow-up.ts';
import { systemEnvelope } from '../../commands/own-envelope.ts';
import { ResumePurchase } from './resume-purchase.ts';

/** Follow-up to a begun purchase: resumes it until it has ended. */
export const resumeBegunPurchase: CarryOutFollowUp<'CARRY_PURCHASE_ON'> = async (
  { id, ids: { organization, purchase } },
  { commands },
) => [
  await commands.execute(
    new ResumePurchase(systemEnvelope({ tenant: organization, name: `follow-up ${id}` }), purchase),
  ),
];
