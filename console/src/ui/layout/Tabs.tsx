import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router';
import css from './Tabs.module.css';

export interface Tab {
  to: string;
  label: string;
  count?: number;
  /** Active only at this exact address, not below it. */
  end?: boolean;
}

/** Tabs of a record, each with its own address. Where they do not fit they scroll, and the current one is in sight. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const strip = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  useEffect(() => showCurrent(strip.current), [pathname]);
  return (
    <nav ref={strip} className={css.tabs} aria-label={label}>
      {tabs.map((tab) => {
        const words = tab.count === undefined ? tab.label : `${tab.label} ${tab.count}`;
        return (
          <NavLink key={tab.to} to={tab.to} end={tab.end} preventScrollReset data-words={words}>
            {words}
          </NavLink>
        );
      })}
    </nav>
  );
}

/** Scrolls the strip, and nothing else, until the current tab is in sight. */
function showCurrent(strip: HTMLElement | null): void {
  const current = strip?.querySelector<HTMLElement>('[aria-current]');
  if (!strip || !current) return;
  const [outer, inner] = [strip.getBoundingClientRect(), current.getBoundingClientRect()];
  if (inner.left < outer.left) strip.scrollLeft += inner.left - outer.left;
  else if (inner.right > outer.right) strip.scrollLeft += inner.right - outer.right;
}
