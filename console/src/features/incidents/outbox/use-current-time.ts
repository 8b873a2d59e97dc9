import { useEffect, useState } from 'react';
import { now } from '../../../lib/session/clock.ts';

const EVERY_MS = 15_000;

/** Current time, updated while the page is open, for showing how old something is. */
export function useCurrentTime(): Date {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return at;
}
