/** How many events a grant may name one by one. */
export const MAX_NAMED_EVENTS = 500;
/** How many forms, and how many worksites. */
export const MAX_NAMED_UNITS = 500;

/** Which events a grant opens: those that happened within these days and that each list names which is given. */
export interface AuditorScope {
  readonly from: string;
  readonly to: string;
  readonly formGuids: readonly string[] | null;
  readonly worksiteGuids: readonly string[] | null;
  readonly eventIds: readonly string[] | null;
  readonly includeSensitive: boolean;
  readonly withNames: boolean;
}
