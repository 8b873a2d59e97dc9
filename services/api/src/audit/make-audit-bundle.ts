import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { auditBundleMade } from '@plimsoll/contracts/audit/bundle-events';
import { refuse, type Decision } from '../commands/decision.ts';
import { ofOneStream } from '../commands/execute.ts';
import { useCase } from '../commands/use-case.ts';

export type BundleMade = EventOf<typeof auditBundleMade>;

/** Records that a bundle was made. Refuses: DuplicateGuid. */
export const makeAuditBundle = (bundle: BundleMade['data'], isThere: boolean): Decision<BundleMade> =>
  isThere ? refuse('DuplicateGuid') : [{ type: 'AuditBundleMade', data: bundle }];

export const MakeAuditBundle = useCase('MakeAuditBundle', (_envelope, bundle: BundleMade['data']) =>
  ofOneStream({
    stream: { kind: 'audit-bundle', guid: bundle.bundleGuid },
    initial: false,
    evolve: () => true,
    decide: (isThere) => makeAuditBundle(bundle, isThere),
  }),
);
