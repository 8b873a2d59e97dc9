import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation, useNavigationType } from 'react-router';
import css from './Frame.module.css';
import { useDelayed } from '../ui/feedback/useDelayed.ts';
import { useFace } from '../ui/layout/useFace.ts';
import { coveringDialog, focusInSight, useKeptFocus } from './restored-focus.ts';

/** What a route says of itself, as its `handle`. */
export interface RouteHandle {
  /** The screen that it shows; several routes may show one. */
  screen?: string;
  /** Its page has no hull and no footer on a phone. */
  fillsPhone?: boolean;
}

/** Names the screen that is open: its filters, its page number and a dialog of its own address are the same screen. */
function useScreen(): string {
  const matches = useMatches();
  const { pathname } = useLocation();
  const screen = matches.map(({ handle }) => (handle as RouteHandle | undefined)?.screen).findLast(Boolean);
  if (!screen) return pathname;
  const { currentPage: _page, ...params } = matches.at(-1)?.params ?? {};
  return JSON.stringify([screen, params]);
}

/** Back brings one to where one was: if that lies below the title, the focus goes to the link that had led away. */
function returnTo(heading: HTMLElement, from: string): void {
  const link =
    heading.getBoundingClientRect().bottom < 0
      ? document.querySelector<HTMLElement>(`main a[href="${CSS.escape(from)}"]`)
      : null;
  (link ?? heading).focus({ preventScroll: true });
}

/**
 * On another screen the focus goes to its h1, and the page's title names it. Inside of one screen the focus stays
 * where the person has it, unless that is gone: the first step of a task ends so.
 */
function useArrival(screen: string) {
  const { pathname, search } = useLocation();
  const idle = useNavigation().state === 'idle';
  const isReturn = useNavigationType() === 'POP';
  const arrived = useRef<{ screen: string; pathname: string; search: string }>(undefined);
  useEffect(() => {
    const before = arrived.current;
    if (!idle || (before?.screen === screen && before.pathname === pathname && before.search === search)) return;
    arrived.current = { screen, pathname, search };
    const settle = () => {
      const heading = document.querySelector('h1');
      if (!heading) return false;
      const name = heading.dataset.names ?? heading.textContent;
      document.title = name ? `${name} · Plimsoll` : 'Plimsoll';
      if (!before || coveringDialog()) return true;
      const isOther = before.screen !== screen;
      if (isOther && isReturn) returnTo(heading, before.pathname);
      else if (isOther || document.activeElement === document.body) focusInSight(heading);
      return true;
    };
    if (settle()) return;
    const watch = new MutationObserver(() => settle() && watch.disconnect());
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [idle, isReturn, screen, pathname, search]);
}

/** What stands around every page: scroll restored by Back, focus moved forward, a thin line while the next page loads. */
export function Frame() {
  const screen = useScreen();
  useArrival(screen);
  useFace(screen);
  useKeptFocus();
  const late = useDelayed(useNavigation().state === 'loading', 400);
  return (
    <>
      {late && <div className={css.progress} role="progressbar" aria-label="Loading the page" />}
      <Outlet />
      <ScrollRestoration getKey={({ pathname, search }) => pathname + search} />
    </>
  );
}
