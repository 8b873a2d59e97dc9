import { useEffect, useState } from 'react';
import { now } from '../../lib/session/clock.ts';

const EVERY_MS = 10_000;

/** Current time by the server's clock, updated while the page is open. */
export function useCurrentTime(): Date {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return at;
}
