import { ListErasures } from '@plimsoll/projections/privacy/erasure-list/query';
import type { CarryOutFollowUp } from '../commands/follow-up.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { RunErasure } from './run-erasure.ts';
import { erasureRequestDecider } from './erasures-of.ts';

/**
 * Process manager step: runs erasures when one is requested or due, or a hold is released. An erasure that may not
 * begin stays pending and is tried again later.
 */
export const runDueErasures: CarryOutFollowUp<'CARRY_ERASURES_OUT'> = async (
  { ids: { organization: tenant, subject } },
  { commands, queries, store },
) => {
  const waiting = async (): Promise<string[]> =>
    (await queries.execute(new ListErasures(tenant)))
      .filter(({ status }) => status === 'PENDING' || status === 'ERASING')
      .map((row) => row.subject);
  const outcomes: Outcome[] = [];
  // Reads the log, since the read models may not include the newest requests.
  for (const guid of subject === undefined ? await waiting() : [subject]) {
    const { state: requests } = await erasureRequestDecider.of(guid).load(store, tenant);
    for (const { request, status } of requests.values())
      if (status === 'PENDING')
        outcomes.push(await commands.execute(new RunErasure(systemEnvelope({ tenant }), request)));
  }
  return outcomes.filter(isExecuted);
};
