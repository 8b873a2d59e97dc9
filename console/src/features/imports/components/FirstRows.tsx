import css from './Import.module.css';

/** The first rows of a table as they were read; scrolls sideways where they are wide. */
export function FirstRows({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}) {
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard has to reach a region that scrolls
    <div className={css.scrolled} tabIndex={0} role="region" aria-label={caption}>
      <table className={css.rows}>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, line) => (
            <tr key={line}>
              {columns.map((_, index) => (
                <td key={index}>{(row[index] ?? '').slice(0, 80)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
