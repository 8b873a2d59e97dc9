import type { EventMetadata } from '@plimsoll/contracts/kernel/domain-event';
import type { Viewer } from '@plimsoll/projections/platform/viewer';

/** What arrives with every command besides its own body. Deciding takes time and ids from here and nowhere else. */
export interface CommandEnvelope {
  /** The organization, from the token. */
  readonly tenant: string;
  /** UUIDv5 of user, method, path and idempotency key. */
  readonly commandId: string;
  /** SHA-256 of what was asked. */
  readonly fingerprint: Uint8Array;
  readonly metadata: EventMetadata;
  /** The one who acts, with what they hold at this moment. */
  readonly actor: Viewer;
  /** From If-Match; null when the caller did not say. */
  readonly expectedRevision: number | null;
  /** When the request arrived. */
  readonly receivedAt: Date;
  /** Guids for things that this command makes: the same for a repetition; the n-th call always gives the same one. Time-ordered where the key is. */
  readonly newGuid: () => string;
}
