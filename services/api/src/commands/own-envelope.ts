import { createHash } from 'node:crypto';
import { canonicalText } from '@plimsoll/event-store/port/canonical-text';
import type { EventMetadata } from '@plimsoll/contracts/kernel/domain-event';
import { PRODUCT_GUID } from '@plimsoll/contracts/kernel/values/ids';
import { allPermissions } from '@plimsoll/contracts/permissions/permissions';
import type { Viewer } from '@plimsoll/projections/platform/viewer';
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { CommandEnvelope } from './command-envelope.ts';
import { guidsOf } from './command-identity.ts';

export interface SystemCommand {
  readonly tenant: string;
  /** Who it is done for; by default the product itself, which may do all. */
  readonly actor?: Viewer;
  readonly kind?: EventMetadata['actor']['kind'];
  /** What makes it the same command when it is sent again ('osha-sir 2015010015'); without it every call is a new one. */
  readonly name?: string;
  /** What is asked: the same name with another content is refused. No secrets: its hash stands in the log. */
  readonly content?: unknown;
  readonly onBehalfOf?: string;
  /** When it was done; now by default. */
  readonly at?: Date;
  readonly product?: string;
}

/** Acts when no person does. */
export const PRODUCT_ACTOR: Viewer = {
  userGuid: PRODUCT_GUID,
  isAdmin: true,
  permissions: allPermissions,
  userGroupNames: [],
  reportingGroupGuid: null,
};

/** The envelope of a command that does not come over HTTP: from the import, the demo, a test. */
export function systemEnvelope({
  tenant,
  actor = PRODUCT_ACTOR,
  kind = 'SYSTEM',
  name,
  content,
  onBehalfOf,
  at = new Date(),
  product = 'plimsoll',
}: SystemCommand): CommandEnvelope {
  const key = name === undefined ? uuidv7({ msecs: at.getTime() }) : uuidv5(name, tenant);
  const commandId = name === undefined ? uuidv5(key, tenant) : key;
  return {
    tenant,
    commandId,
    fingerprint: createHash('sha256')
      .update(`${name ?? key}\n${canonicalText(content) ?? ''}`)
      .digest(),
    metadata: {
      commandId,
      correlationId: commandId,
      causationId: null,
      actor: { userGuid: actor.userGuid, kind },
      onBehalfOf: onBehalfOf ?? null,
      client: { product, device: 'SERVER' },
      at: at.toISOString(),
      traceparent: null,
    },
    actor,
    expectedRevision: null,
    receivedAt: at,
    newGuid: guidsOf(commandId, key),
  };
}
