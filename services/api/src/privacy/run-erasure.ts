import { defineCommand } from '../commands/define-command.ts';
import { Erasures } from './erasures.ts';
import type { NewErasure } from './request-erasure.rule.ts';

/**
 * Runs a due erasure. Its steps have command ids of their own, so that it can be repeated. Refuses as BeginErasure
 * does.
 */
export const RunErasure = defineCommand({
  name: 'CarryErasureOut',
  needs: [Erasures],
  handle:
    (erasures) =>
    (_, { tenant }, request: NewErasure) =>
      erasures.run(tenant, request),
});
