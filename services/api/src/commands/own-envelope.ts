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
  /** On whose behalf the command runs; by default the product itself, with all permissions. */
  readonly actor?: Viewer;
  readonly kind?: EventMetadata['actor']['kind'];
  /** Identifies the command when it is sent again ('osha-sir 2015010015'); without it every call is a new command. */
  readonly name?: string;
  /**
   * Content of the command: repeating the name with different content is refused. No secrets, since its hash is stored
   * in the log.
   */
  readonly content?: unknown;
  readonly onBehalfOf?: string;
  /** When it was done; now by default. */
  readonly at?: Date;
  readonly product?: string;
}

/** Actor of commands that no person sends. */
export const PRODUCT_ACTOR: Viewer = {
  userGuid: PRODUCT_GUID,
  isAdmin: true,
  permissions: allPermissions,
  userGroupNames: [],
  reportingGroupGuid: null,
};

/** Envelope of a command that does not come over HTTP, such as from the import, the demo, a job or a test. */
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
