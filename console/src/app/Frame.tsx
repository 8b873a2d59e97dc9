import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import css from './Frame.module.css';
import { useDelayed } from '../ui/useDelayed.ts';

/**
 * After a navigation the focus goes to the new page's h1, and the page's title takes its words. Where only the search
 * changed it goes there when what had it is gone: a filter keeps it, the first step of a task does not.
 */
function useArrival() {
  const { pathname, search } = useLocation();
  const idle = useNavigation().state === 'idle';
  const arrived = useRef<{ pathname: string; search: string }>(undefined);
  useEffect(() => {
    const before = arrived.current;
    if (!idle || (before?.pathname === pathname && before.search === search)) return;
    arrived.current = { pathname, search };
    const settle = () => {
      const heading = document.querySelector('h1');
      if (!heading) return false;
      document.title = heading.textContent ? `${heading.textContent} · Plimsoll` : 'Plimsoll';
      if (before && (before.pathname !== pathname || document.activeElement === document.body)) heading.focus({ preventScroll: true });
      return true;
    };
    if (settle()) return;
    const watch = new MutationObserver(() => settle() && watch.disconnect());
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [idle, pathname, search]);
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
