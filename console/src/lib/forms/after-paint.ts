import { useEffect, useState } from 'react';

/**
 * Resolves once the browser has painted the page, so that content below the first screen loads after it and does not
 * compete for bandwidth. A hidden page never paints, so it does not wait.
 */
export function afterPaint(): Promise<void> {
  return new Promise((done) => {
    if (document.visibilityState === 'hidden') return done();
    // The first frame draws the page; when the second one begins, it has been painted.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)));
  });
}

/** Whether the browser has painted the page: until then, nothing is requested that the first screen does without. */
export function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    let isHere = true;
    void afterPaint().then(() => isHere && setPainted(true));
    return () => void (isHere = false);
  }, []);
  return isPainted;
}

const REST_MS = 1_500;

/** Whether the page has had time to load: until then, nothing is requested that can wait without anyone noticing. */
export function useAtRest(): boolean {
  const [isAtRest, setAtRest] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setAtRest(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return isAtRest;
}
