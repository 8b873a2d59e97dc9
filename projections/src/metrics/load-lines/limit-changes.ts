import type { LoadLines } from '@plimsoll/contracts/metrics/events';

/** Who changed a limit, and when. */
export interface LimitChange<By> {
  readonly from: number | null;
  readonly by: By;
  readonly at: string;
  readonly reason: string | null;
}

/** The newest change of each limit; null if it was never set. */
export type LimitChanges<By> = { readonly [Limit in keyof LoadLines]: LimitChange<By> | null };

export const NEVER_CHANGED = { trif: null, ltif: null, mvif: null } as const;

/** Returns the changes after limits are set: unchanged limits keep their last change. */
export function changesAfter<By>(
  known: LimitChanges<By>,
  before: LoadLines,
  after: LoadLines,
  setting: Omit<LimitChange<By>, 'from'>,
): LimitChanges<By> {
  const changeOf = (limit: keyof LoadLines) =>
    before[limit] === after[limit] ? known[limit] : { from: before[limit], ...setting };
  return { trif: changeOf('trif'), ltif: changeOf('ltif'), mvif: changeOf('mvif') };
}
