import { useEffect, useState } from 'react';
import { now } from '../../../lib/session/clock.ts';

const EVERY_MS = 15_000;

/** The moment, moving on while the page is open: how old something is is read on it. */
export function useTicking(): Date {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return at;
}
