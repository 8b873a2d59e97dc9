import type { Density } from './DataTable.tsx';
import css from './DataTableSkeleton.module.css';

const widths = ['92%', '83%', '74%'];

/** The rows of a DataTable that are still on the way: each has the height that it will have, as a row or as a card. */
export function DataTableSkeleton({ rows = 10, density = 'comfortable' }: { rows?: number; density?: Density }) {
  return (
    <div className={[css.rows, density === 'compact' && css.compact].filter(Boolean).join(' ')} aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={css.row}>
          <i style={{ width: widths[row % widths.length] }} />
          <i />
        </div>
      ))}
    </div>
  );
}
