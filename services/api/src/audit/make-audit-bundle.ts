import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { auditBundleStream } from '@plimsoll/contracts/audit/streams';
import { existence } from '../commands/decider.ts';
import { type BundleMade, makeAuditBundle } from './make-audit-bundle.rule.ts';

const auditBundleExistence = existence(auditBundleStream);

export const MakeAuditBundle = defineCommand({
  name: 'MakeAuditBundle',
  useCase: (_envelope, bundle: BundleMade['data']) =>
    singleStream({
      own: auditBundleExistence.of(bundle.bundleGuid),
      decide: (isThere) => makeAuditBundle(bundle, isThere),
    }),
});
