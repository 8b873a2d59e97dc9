import type { EventMetadata } from '@plimsoll/contracts/kernel/domain-event';
import type { Viewer } from '@plimsoll/projections/platform/viewer';

/** Context that every command carries in addition to its body. Decisions take time and ids only from here. */
export interface CommandEnvelope {
  /** The organization, from the token. */
  readonly tenant: string;
  /** UUIDv5 of user, method, path and idempotency key. */
  readonly commandId: string;
  /** SHA-256 of the request. */
  readonly fingerprint: Uint8Array;
  readonly metadata: EventMetadata;
  /** The acting user, with the permissions they have at this moment. */
  readonly actor: Viewer;
  /** From If-Match; null when the request has none. */
  readonly expectedRevision: number | null;
  /** When the request arrived. */
  readonly receivedAt: Date;
  /**
   * Makes guids for what the command creates. The n-th call gives the same guid for every repetition. Time-ordered if
   * the key is.
   */
  readonly newGuid: () => string;
}
