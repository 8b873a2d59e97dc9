import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { auditBundleMade } from '@plimsoll/contracts/audit/bundle-events';
import { refuse, type Decision } from '../commands/decision.ts';

export type BundleMade = EventOf<typeof auditBundleMade>;

/** Records that an audit bundle of the log was requested. Refuses: DuplicateGuid. */
export const makeAuditBundle = (bundle: BundleMade['data'], isThere: boolean): Decision<BundleMade> =>
  isThere ? refuse('DuplicateGuid') : [{ type: 'AuditBundleMade', data: bundle }];
