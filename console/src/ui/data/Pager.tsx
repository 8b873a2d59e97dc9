import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import css from './Pager.module.css';

/** The pages to show: the first, the last, and those around the current one; null is a gap. */
export function pagesAround(page: number, last: number): (number | null)[] {
  const near = new Set([
    1,
    last,
    page - 1,
    page,
    page + 1,
    ...(page <= 2 ? [2, 3] : []),
    ...(page >= last - 1 ? [last - 1, last - 2] : []),
  ]);
  const shown = [...near].filter((each) => each >= 1 && each <= last).sort((a, b) => a - b);
  return shown.flatMap((each, place) => {
    const before = shown[place - 1];
    if (before === undefined || each - before === 1) return [each];
    return each - before === 2 ? [each - 1, each] : [null, each];
  });
}

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  /** The address of a page. */
  hrefFor: (page: number) => string;
}

function Arrow({ to, label, back }: { to: string | null; label: string; back?: boolean }) {
  const Icon = back ? IconChevronLeft : IconChevronRight;
  if (!to) {
    return (
      <span className={`${css.page} ${css.none}`} role="link" aria-disabled="true" aria-label={label}>
        <Icon size={20} aria-hidden />
      </span>
    );
  }
  return (
    <Link className={css.page} to={to} aria-label={label} rel={back ? 'prev' : 'next'}>
      <Icon size={20} aria-hidden />
    </Link>
  );
}

/** The current position in a list, and links to its other pages. */
export function Pager({ page, pageSize, total, hrefFor }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / pageSize));
  const from = Math.min(total, (page - 1) * pageSize + 1);
  return (
    <nav className={css.pager} aria-label="Pages">
      <span className={css.span}>
        {from} – {Math.min(total, page * pageSize)} of {total.toLocaleString('en-CA')}
      </span>
      {last > 1 && (
        <div className={css.pages}>
          <Arrow back label="Previous page" to={page > 1 ? hrefFor(page - 1) : null} />
          {pagesAround(page, last).map((each, place) => {
            if (each === null) {
              return (
                <span key={`gap ${place}`} className={css.gap} aria-hidden="true">
                  …
                </span>
              );
            }
            const far = Math.abs(each - page) > 1 && each !== 1 && each !== last ? css.far : '';
            // The current page is a link too, so that a user who followed it keeps the focus.
            return (
              <Link
                key={each}
                className={each === page ? css.here : `${css.page} ${far}`}
                to={hrefFor(each)}
                aria-current={each === page ? 'page' : undefined}
                aria-label={`Page ${each}`}
              >
                {each}
              </Link>
            );
          })}
          <Arrow label="Next page" to={page < last ? hrefFor(page + 1) : null} />
        </div>
      )}
    </nav>
  );
}
