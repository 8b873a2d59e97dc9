import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation, useNavigationType } from 'react-router';
import css from './Frame.module.css';
import { closeEarlierPrompts } from '../lib/format/alerts.ts';
import { useDelayed } from '../ui/feedback/useDelayed.ts';
import { useWebFont } from '../ui/layout/useWebFont.ts';
import { OfflineBar } from './OfflineBar.tsx';
import { coveringDialog, focusInSight, useRestoredFocus } from './restored-focus.ts';

/** The `handle` of a route. */
export interface RouteHandle {
  /** ID of the screen that the route shows; several routes may share one. */
  screen?: string;
  /** On phones the page is shown without the top bar and the footer. */
  fillsPhone?: boolean;
}

/** Identifies the current screen. Filters, page numbers and dialogs with their own URL do not change it. */
function useScreen(): string {
  const matches = useMatches();
  const { pathname } = useLocation();
  const screen = matches.map(({ handle }) => (handle as RouteHandle | undefined)?.screen).findLast(Boolean);
  if (!screen) return pathname;
  const { currentPage: _page, ...params } = matches.at(-1)?.params ?? {};
  return JSON.stringify([screen, params]);
}

/**
 * Restores the focus after going back: on the link that was followed, if the title is scrolled out of view, else on the
 * title.
 */
function restoreFocus(heading: HTMLElement, from: string): void {
  const link =
    heading.getBoundingClientRect().bottom < 0
      ? document.querySelector<HTMLElement>(`main a[href="${CSS.escape(from)}"]`)
      : null;
  (link ?? heading).focus({ preventScroll: true });
}

/**
 * Focuses the h1 and sets the document title when another screen opens. Within a screen the focus stays where it is,
 * unless the focused element is gone, as after the first step of a task.
 */
function useFocusOnNavigation(screen: string) {
  const { pathname, search } = useLocation();
  const idle = useNavigation().state === 'idle';
  const isReturn = useNavigationType() === 'POP';
  const lastLocation = useRef<{ screen: string; pathname: string; search: string }>(undefined);
  useEffect(() => {
    const before = lastLocation.current;
    if (!idle || (before?.screen === screen && before.pathname === pathname && before.search === search)) return;
    lastLocation.current = { screen, pathname, search };
    const settle = () => {
      const heading = document.querySelector('h1');
      if (!heading) return false;
      const name = heading.dataset.names ?? heading.textContent;
      document.title = name ? `${name} · Plimsoll` : 'Plimsoll';
      if (!before || coveringDialog()) return true;
      const isOther = before.screen !== screen;
      if (isOther) closeEarlierPrompts();
      if (isOther && isReturn) restoreFocus(heading, before.pathname);
      else if (isOther || document.activeElement === document.body) focusInSight(heading);
      return true;
    };
    if (settle()) return;
    const watch = new MutationObserver(() => settle() && watch.disconnect());
    watch.observe(document.body, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [idle, isReturn, screen, pathname, search]);
}

/** Root layout: scroll restoration, focus management, and a progress bar while the next page loads. */
export function Frame() {
  const screen = useScreen();
  useFocusOnNavigation(screen);
  useWebFont(screen);
  useRestoredFocus();
  const late = useDelayed(useNavigation().state === 'loading', 400);
  return (
    <>
      {late && <div className={css.progress} role="progressbar" aria-label="Loading the page" />}
      <OfflineBar />
      <Outlet />
      <ScrollRestoration getKey={({ pathname, search }) => pathname + search} />
    </>
  );
}
