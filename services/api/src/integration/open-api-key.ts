import type { Follower } from '@plimsoll/projections/integration/integration-feed';

/** An authenticated API key, and the data it gives access to. */
export interface OpenApiKey extends Follower {
  readonly keyGuid: string;
}
