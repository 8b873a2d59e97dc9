import type { Density } from './DataTable.tsx';
import css from './DataTableSkeleton.module.css';

const widths = ['92%', '83%', '74%'];

/** Placeholder rows of a DataTable that is loading, with the final height of a row or card. */
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
