import { useId, type ReactNode } from 'react';
import css from './Page.module.css';

interface SectionProps {
  title: ReactNode;
  /** A grey abbreviation after the title: TRIF. */
  abbr?: string;
  /** A quiet button or a small note opposite the title. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A section of a page: a 2 px ink rule, a title, and its content directly on the page. */
export function Section({ title, abbr, action, className, children }: SectionProps) {
  const id = useId();
  return (
    <section className={[css.section, className].filter(Boolean).join(' ')} aria-labelledby={id}>
      <div className={css.sectionHead}>
        <h2 id={id}>
          {title}
          {abbr && <span className={css.abbr}> {abbr}</span>}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}

/** Sections in a column, 48 px apart. */
export function Stack({ children }: { children: ReactNode }) {
  return <div className={css.stack}>{children}</div>;
}

/** The content column: at most 1312 px wide, with the margins of the breakpoint. */
export function Wrap({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={[css.wrap, className].filter(Boolean).join(' ')}>{children}</div>;
}

export const pageCss = { wrap: css.wrap!, main: css.main! };
