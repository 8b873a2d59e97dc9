import type { ReactNode } from 'react';
import css from './RefetchIndicator.module.css';

/** What is shown while something newer is on its way: a line passes over it, and it reads as well as before. */
export function RefetchIndicator({ isSettling, children }: { isSettling: boolean; children: ReactNode }) {
  return (
    <div className={isSettling ? css.settling : undefined} aria-busy={isSettling || undefined}>
      {children}
    </div>
  );
}
