import { ListErasures } from '@plimsoll/projections/privacy/erasure-list/query';
import type { CarryOutFollowUp } from '../commands/follow-up.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { CarryErasureOut } from './run-erasure.ts';
import { erasureRequestDecider } from './erasures-of.ts';

/** What follows when an erasure was asked for or is due, or a hold was released. What may not begin is left as it is: it is asked for again. */
export const carryDueErasuresOut: CarryOutFollowUp<'CARRY_ERASURES_OUT'> = async (
  { ids: { organization: tenant, subject } },
  { commands, queries, store },
) => {
  const waiting = async (): Promise<string[]> =>
    (await queries.execute(new ListErasures(tenant)))
      .filter(({ status }) => status === 'PENDING' || status === 'ERASING')
      .map((row) => row.subject);
  const outcomes: Outcome[] = [];
  // From the log itself: the read models may not have the newest yet.
  for (const guid of subject === undefined ? await waiting() : [subject]) {
    const { state: asked } = await erasureRequestDecider.of(guid).load(store, tenant);
    for (const { request, status } of asked.values())
      if (status === 'PENDING')
        outcomes.push(await commands.execute(new CarryErasureOut(systemEnvelope({ tenant }), request)));
  }
  return outcomes.filter(isExecuted);
};
