import type { CarryOutFollowUp } from '../../commands/follow-up.ts';
import { ownEnvelope } from '../../commands/own-envelope.ts';
import { CarryRefundOn } from './resume-refund.ts';

/** What follows when a refund was asked for: the provider is asked until it has ended. */
export const carryRequestedRefundOn: CarryOutFollowUp<'CARRY_REFUND_ON'> = async (
  { id, ids: { organization, refund } },
  { commands },
) => [
  await commands.execute(new CarryRefundOn(ownEnvelope({ tenant: organization, name: `follow-up ${id}` }), refund)),
];
