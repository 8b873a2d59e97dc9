import type { ReactNode } from 'react';
import { Wordmark } from './Mark.tsx';
import { pageCss } from './Section.tsx';
import css from './BarePage.module.css';

/** A page without the router: a header with the product's name, and a message. */
export function BarePage({ above, children }: { above?: ReactNode; children: ReactNode }) {
  return (
    <>
      {above}
      <header className={css.bar}>
        <div className={`${pageCss.wrap} ${css.inner}`}>
          <Wordmark />
        </div>
      </header>
      <main className={`${pageCss.wrap} ${pageCss.main}`}>{children}</main>
    </>
  );
}
