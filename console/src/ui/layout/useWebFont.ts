import { useEffect, useLayoutEffect, useRef } from 'react';

/** As declared in tokens.css. */
const ARRIVED = "1em 'Atkinson Hyperlegible Next arrived'";
/** Delayed, so that the page itself loads first. */
const AT_REST_MS = 2_000;

/**
 * Loads the web font late and applies it with the next screen, so that text being read does not change its font.
 * @param screen identifies the current screen.
 */
export function useWebFont(screen: string): void {
  const first = useRef(screen);
  useEffect(() => {
    const timer = setTimeout(() => void document.fonts?.load(ARRIVED).catch(() => undefined), AT_REST_MS);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    if (screen !== first.current && document.fonts?.check(ARRIVED)) document.documentElement.dataset.face = 'arrived';
  }, [screen]);
}
