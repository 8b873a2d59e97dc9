import type { ReactNode } from 'react';
import css from './Grid.module.css';

/** The twelve-column grid; below 1024 px there is one column. Give the items `column(4)` as their class. */
export function Grid({ children }: { children: ReactNode }) {
  return <div className={css.grid}>{children}</div>;
}

export const column = (span: 4 | 6 | 8): string => css[`c${span}`]!;

/** A record with its rail: beside it and sticky from 1024 px on, above it on smaller screens. */
export function WithRail({ children, rail }: { children: ReactNode; rail: ReactNode }) {
  return (
    <div className={css.aside}>
      <aside className={css.rail}>
        <div className={css.sticky}>{rail}</div>
      </aside>
      <div>{children}</div>
    </div>
  );
}
