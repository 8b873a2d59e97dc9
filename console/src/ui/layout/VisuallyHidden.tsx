import type { ReactNode } from 'react';
import css from './VisuallyHidden.module.css';

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={css.hidden}>{children}</span>;
}

/** Text that is hidden on a phone except for screen readers; its icon replaces it there. */
export function HiddenOnPhone({ children }: { children: ReactNode }) {
  return <span className={`${css.hidden} ${css.onPhone}`}>{children}</span>;
}

/** A link to the page's content past the bar; the first stop of the Tab key. */
export function SkipLink({ target = 'main' }: { target?: string }) {
  return (
    <a className={css.skip} href={`#${target}`}>
      Skip to main content
    </a>
  );
}
