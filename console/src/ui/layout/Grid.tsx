import type { ReactNode } from 'react';
import css from './Grid.module.css';

/** The twelve columns of the look; below 1024 px everything stands in one. Give the parts `column(4)` as their class. */
export function Grid({ children }: { children: ReactNode }) {
  return <div className={css.grid}>{children}</div>;
}

export const column = (span: 3 | 4 | 5 | 6 | 7 | 8): string => css[`c${span}`]!;

/** A record with its rail: beside it from 1024 px on and sticky, above it on smaller screens. */
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
