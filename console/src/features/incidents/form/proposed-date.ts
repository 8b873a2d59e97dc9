import { useEffect, useRef, useState } from 'react';
import { clockDoubt, now, useHasServerTime } from '../../../lib/session/clock.ts';
import { todayIn } from '../../../lib/format/time.ts';

/** The day that a new report proposes: today, or null where the device's clock cannot be right, so that it is asked for. */
export const proposedDateIn = (zone: string): string | null => (clockDoubt() ? null : todayIn(zone, now()));

interface Proposal {
  readonly zone: string;
  /** The proposal of a restored draft. */
  readonly restored: string | null | undefined;
  readonly dateNow: () => string;
  /** Fills in the day. */
  readonly offer: (date: string) => void;
  readonly isReady: boolean;
}

/**
 * The day that a form proposed. It is corrected when the server tells its time while the form is open, unless a person
 * has chosen another one.
 */
export function useProposedDate(
  first: string | null,
  { zone, restored, dateNow, offer, isReady }: Proposal,
): string | null {
  const [proposed, setProposed] = useState(restored === undefined ? first : restored);
  const isKnown = useHasServerTime();
  const isNew = restored === undefined;
  const latest = useRef({ dateNow, offer });
  latest.current = { dateNow, offer };
  useEffect(() => {
    if (!isKnown || !isReady || !isNew || latest.current.dateNow() !== (proposed ?? '')) return;
    const today = todayIn(zone, now());
    if (today === proposed) return;
    latest.current.offer(today);
    setProposed(today);
  }, [isKnown, isReady, isNew, proposed, zone]);
  return proposed;
}
