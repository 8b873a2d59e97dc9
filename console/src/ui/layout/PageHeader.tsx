import type { ReactNode } from 'react';
import { Link } from 'react-router';
import css from './Page.module.css';

export interface Crumb {
  label: string;
  to?: string;
}

interface PageHeaderProps {
  title: ReactNode;
  /** The document title, if it differs from the page's title: "Event 1149". */
  names?: string;
  /** One muted line below the title. */
  meta?: ReactNode;
  /** At most two buttons, one of them primary. */
  actions?: ReactNode;
  /** Shown opposite the title instead of buttons: "Saved 14:02 to the server". */
  aside?: ReactNode;
  /** The breadcrumbs; the last one is the page itself. */
  crumbs?: readonly Crumb[];
  /** Shown opposite the breadcrumbs: links to the neighbours. */
  besideCrumbs?: ReactNode;
  /** The meta line starts with a badge. */
  badged?: boolean;
}

/** The header of a page. Its h1 takes the focus after a navigation. */
export function PageHeader({ title, names, meta, actions, aside, crumbs, besideCrumbs, badged }: PageHeaderProps) {
  return (
    <>
      {crumbs && (
        <div className={css.way}>
          <nav className={css.crumb} aria-label="Breadcrumb">
            {crumbs.map(({ label, to }, place) => [
              place > 0 && (
                <span key={`${label}/`} aria-hidden="true">
                  /
                </span>
              ),
              to ? (
                <Link key={label} to={to}>
                  {label}
                </Link>
              ) : (
                <span key={label} aria-current="page">
                  {label}
                </span>
              ),
            ])}
          </nav>
          {besideCrumbs}
        </div>
      )}
      <div className={[css.head, badged && css.top].filter(Boolean).join(' ')}>
        <div className={css.words}>
          <h1 tabIndex={-1} data-names={names}>
            {title}
          </h1>
          {meta && <div className={[css.meta, badged && css.badged].filter(Boolean).join(' ')}>{meta}</div>}
        </div>
        {aside && <div className={css.aside}>{aside}</div>}
        {actions && <div className={css.actions}>{actions}</div>}
      </div>
    </>
  );
}
