import { useEffect, useState, type RefObject } from 'react';

/** So far beyond the edge of the screen something counts as in sight already. */
const AHEAD = '400px';

/** Whether an element has been in sight, or nearly. Once it has, it is. */
export function useInSight(place: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || isSeen) return;
    if (!('IntersectionObserver' in globalThis)) return setSeen(true);
    const watch = new IntersectionObserver(
      (found) => found.some(({ isIntersecting }) => isIntersecting) && setSeen(true),
      { rootMargin: AHEAD },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, [place, isSeen]);
  return isSeen;
}
