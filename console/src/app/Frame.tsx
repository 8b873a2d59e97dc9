import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import css from './Frame.module.css';
import { useDelayed } from '../ui/useDelayed.ts';

/** After a navigation the focus goes to the new page's h1, and the page's title takes its words. */
function useArrival() {
  const { pathname } = useLocation();
  const idle = useNavigation().state === 'idle';
  const arrived = useRef<string>(undefined);
  useEffect(() => {
    if (!idle || arrived.current === pathname) return;
    const first = arrived.current === undefined;
    arrived.current = pathname;
    const settle = () => {
      const heading = document.querySelector('h1');
      if (!heading) return false;
      document.title = heading.textContent ? `${heading.textContent} · Plimsoll` : 'Plimsoll';
      if (!first) heading.focus({ preventScroll: true });
      return true;
    };
    if (settle()) return;
    const watch = new MutationObserver(() => settle() && watch.disconnect());
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [idle, pathname]);
}

/** What stands around every page: scroll restored by Back, focus moved forward, a thin line while the next page loads. */
export function Frame() {
  useArrival();
  const late = useDelayed(useNavigation().state === 'loading', 400);
  return (
    <>
      {late && <div className={css.progress} role="progressbar" aria-label="Loading the page" />}
      <Outlet />
      <ScrollRestoration getKey={({ pathname, search }) => pathname + search} />
    </>
  );
}
