import type { ReactNode } from 'react';
import css from './VisuallyHidden.module.css';

/** Words for those who listen. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={css.hidden}>{children}</span>;
}

/** Words that only those who listen get where a phone has no room for them: its icon says it. */
export function HiddenOnPhone({ children }: { children: ReactNode }) {
  return <span className={`${css.hidden} ${css.onPhone}`}>{children}</span>;
}

/** The first stop of the Tab key: past the bar, to the page. */
export function SkipLink({ target = 'main' }: { target?: string }) {
  return (
    <a className={css.skip} href={`#${target}`}>
      Skip to main content
    </a>
  );
}
