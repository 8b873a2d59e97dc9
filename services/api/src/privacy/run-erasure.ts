import { defineCommand } from '../commands/define-command.ts';
import { Erasures } from './erasures.ts';
import type { NewErasure } from './request-erasure.rule.ts';

/** Carries out an erasure that is due; its commands have ids of their own, so that it may be asked for again. Refuses as BeginErasure does. */
export const CarryErasureOut = defineCommand({
  name: 'CarryErasureOut',
  needs: [Erasures],
  handle:
    (erasures) =>
    (_, { tenant }, request: NewErasure) =>
      erasures.carryOut(tenant, request),
});
