import { useEffect, useLayoutEffect, useRef } from 'react';

/** As tokens.css has it. */
const ARRIVED = "1em 'Atkinson Hyperlegible Next arrived'";
/** The page itself goes first. */
const AT_REST_MS = 2_000;

/**
 * Words that are being read keep the face that they have. Another screen shows its own in the face of the look, once that
 * has come: a slow line brings it after the first words.
 * @param screen names the screen that is open.
 */
export function useFace(screen: string): void {
  const first = useRef(screen);
  useEffect(() => {
    const timer = setTimeout(() => void document.fonts?.load(ARRIVED).catch(() => undefined), AT_REST_MS);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    if (screen !== first.current && document.fonts?.check(ARRIVED)) document.documentElement.dataset.face = 'arrived';
  }, [screen]);
}
