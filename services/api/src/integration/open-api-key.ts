import type { Follower } from '@plimsoll/projections/integration/integration-feed';

/** A key that was found good: what it opens. */
export interface OpenApiKey extends Follower {
  readonly keyGuid: string;
}
