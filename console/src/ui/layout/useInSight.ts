import { useEffect, useState, type RefObject } from 'react';

/** How far outside the viewport an element already counts as visible. */
const AHEAD = '400px';

/** Whether an element has been visible, or nearly so. Stays true from then on. */
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
