import type { Channel } from '@plimsoll/contracts/integration/channel';

/** A key that was found good: what it opens. */
export interface OpenApiKey extends Channel {
  readonly tenant: string;
  readonly keyGuid: string;
  /** Null: every type. */
  readonly types: readonly string[] | null;
}
