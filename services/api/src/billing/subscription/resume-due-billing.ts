import type { CarryOutFollowUp } from '../../commands/follow-up.ts';
import { systemEnvelope } from '../../commands/own-envelope.ts';
import { ResumeBilling } from './resume-billing.ts';

/** What follows when a day has come on which an organization's billing goes on. */
export const carryDueBillingOn: CarryOutFollowUp<'CARRY_BILLING_ON'> = async (
  { id, ids: { organization } },
  { commands },
) => [await commands.execute(new ResumeBilling(systemEnvelope({ tenant: organization, name: `follow-up ${id}` })))];
