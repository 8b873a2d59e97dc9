import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { auditBundleMade } from '@plimsoll/contracts/audit/bundle-events';
import { refuse, type Decision } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { auditBundleStream } from '@plimsoll/contracts/audit/streams';
import { existence } from '../commands/decider.ts';

export type BundleMade = EventOf<typeof auditBundleMade>;

/** Says that a part of the log is taken away. Refuses: DuplicateGuid. */
export const makeAuditBundle = (bundle: BundleMade['data'], isThere: boolean): Decision<BundleMade> =>
  isThere ? refuse('DuplicateGuid') : [{ type: 'AuditBundleMade', data: bundle }];

export const auditBundleExistence = existence(auditBundleStream);

export const MakeAuditBundle = defineCommand({
  name: 'MakeAuditBundle',
  useCase: (_envelope, bundle: BundleMade['data']) =>
    singleStream({
      own: auditBundleExistence.of(bundle.bundleGuid),
      decide: (isThere) => makeAuditBundle(bundle, isThere),
    }),
});
