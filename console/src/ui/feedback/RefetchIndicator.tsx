import type { ReactNode } from 'react';
import css from './RefetchIndicator.module.css';

/** Content that is being refetched: a line moves over it, and it stays readable. */
export function RefetchIndicator({ isSettling, children }: { isSettling: boolean; children: ReactNode }) {
  return (
    <div className={isSettling ? css.settling : undefined} aria-busy={isSettling || undefined}>
      {children}
    </div>
  );
}
