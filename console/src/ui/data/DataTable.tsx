import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { BareCheckbox } from '../inputs/ChoiceField.tsx';
import css from './DataTable.module.css';
import { useWide } from '../layout/useWide.ts';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

export interface DataColumn<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** In pixels; columns without one share the rest. */
  width?: number;
  align?: 'left' | 'right';
  /** Marks the column that links to the record: a link over the whole row, if the table has `rowHref`. */
  primary?: boolean;
  /** The second line of a comfortable row, and the tooltip of a compact one. */
  sub?: (row: Row) => string | undefined;
  /** The key that the list is sorted by when this header is chosen. */
  sortKey?: string;
  /** Hidden on windows narrower than this, in pixels. */
  from?: 1024 | 1261;
}

export interface Sort {
  key: string;
  direction: 'ASCENDING' | 'DESCENDING';
}

export type Density = 'comfortable' | 'compact';

export interface DataTableProps<Row> {
  /** Describes the table's content for screen readers. */
  caption: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowHref?: (row: Row) => string;
  /** The row on a phone; see RecordCard. Without it, a phone shows each row as terms and values. */
  card?: (row: Row) => ReactNode;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
  density?: Density;
  stickyHeader?: boolean;
  /** Makes rows selectable, with a checkbox each and, in the table layout, one for all of them. */
  choice?: Choice<Row>;
  /** On a phone a tap selects a row while this is true, and opens it otherwise. */
  choosing?: boolean;
}

interface Choice<Row> {
  chosen: ReadonlySet<string>;
  onChoose: (keys: ReadonlySet<string>) => void;
  /** The accessible name of a row: "event 1048". */
  nameOf: (row: Row) => string;
}

function HeaderContent<Row>({
  column,
  sort,
  onSort,
}: {
  column: DataColumn<Row>;
  sort?: Sort;
  onSort?: (sort: Sort) => void;
}) {
  const key = column.sortKey;
  if (!key || !onSort) return column.header ? column.header : <VisuallyHidden>{column.id}</VisuallyHidden>;
  const direction = sort?.key === key ? sort.direction : null;
  const Icon = direction === 'ASCENDING' ? IconArrowUp : direction === 'DESCENDING' ? IconArrowDown : IconArrowsSort;
  return (
    <button
      type="button"
      className={css.sort}
      aria-label={`Sort by ${column.header}`}
      onClick={() => onSort({ key, direction: direction === 'DESCENDING' ? 'ASCENDING' : 'DESCENDING' })}
    >
      {column.header}
      <Icon size={14} aria-hidden opacity={direction ? 1 : 0.55} />
    </button>
  );
}

function CellContent<Row>({ column, row, href }: { column: DataColumn<Row>; row: Row; href?: string }) {
  const sub = column.sub?.(row);
  const words = column.cell(row);
  return (
    <>
      {column.primary && href ? (
        <Link className={css.primary} to={href} title={sub}>
          {words}
        </Link>
      ) : (
        words
      )}
      {sub && <span className={css.sub}>{sub}</span>}
    </>
  );
}

function PlainCard<Row>({ columns, row, href }: { columns: readonly DataColumn<Row>[]; row: Row; href?: string }) {
  return (
    <dl className={css.plain}>
      {columns.map((column) => (
        <div key={column.id}>
          <dt>{column.header}</dt>
          <dd>{column.primary && href ? <Link to={href}>{column.cell(row)}</Link> : column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}

function sortOf<Row>({ sortKey }: DataColumn<Row>, sort?: Sort): 'ascending' | 'descending' | undefined {
  if (!sortKey || sort?.key !== sortKey) return undefined;
  return sort.direction === 'ASCENDING' ? 'ascending' : 'descending';
}

function ChooseAll({
  chosen,
  onChoose,
  keys,
}: Pick<Choice<unknown>, 'chosen' | 'onChoose'> & { keys: readonly string[] }) {
  const count = keys.filter((key) => chosen.has(key)).length;
  const isPart = count > 0 && count < keys.length;
  return (
    <th scope="col" className={css.choice}>
      <span className={css.box}>
        <BareCheckbox
          label="Choose all on this page"
          isPart={isPart}
          checked={count > 0 && !isPart}
          onChange={() => onChoose(new Set(count === keys.length ? [] : keys))}
        />
      </span>
    </th>
  );
}

function ChoiceBox<Row>({ chosen, onChoose, nameOf, row, rowKey }: Choice<Row> & { row: Row; rowKey: string }) {
  const toggle = () =>
    onChoose(chosen.has(rowKey) ? new Set([...chosen].filter((key) => key !== rowKey)) : new Set([...chosen, rowKey]));
  return (
    <span className={css.box}>
      <BareCheckbox label={`Choose ${nameOf(row)}`} checked={chosen.has(rowKey)} onChange={toggle} />
    </span>
  );
}

/**
 * Shows records as a table from 768 px on, and as cards below. Sorting is up to the list: it is requested by `onSort`.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  rowHref,
  card,
  sort,
  onSort,
  density = 'comfortable',
  stickyHeader,
  choice,
  choosing,
}: DataTableProps<Row>) {
  const wide = useWide(768);
  const middle = useWide(1024);
  const full = useWide(1261);
  const shown = columns.filter(({ from }) => !from || (from === 1024 ? middle : full));

  if (!wide) {
    return (
      <ul className={css.cards} aria-label={caption}>
        {rows.map((row) => (
          <li key={rowKey(row)} className={choosing && choice ? css.choosing : undefined}>
            {choosing && choice && <ChoiceBox {...choice} row={row} rowKey={rowKey(row)} />}
            {card ? card(row) : <PlainCard columns={columns} row={row} href={rowHref?.(row)} />}
          </li>
        ))}
      </ul>
    );
  }
  const classes = [css.table, rowHref && css.linked, density === 'compact' && css.compact, stickyHeader && css.sticky];
  return (
    <table className={classes.filter(Boolean).join(' ')}>
      <caption>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <colgroup>
        {choice && <col style={{ width: 40 }} />}
        {shown.map(({ id, width }) => (
          <col key={id} style={width ? { width } : undefined} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {choice && <ChooseAll {...choice} keys={rows.map(rowKey)} />}
          {shown.map((column) => (
            <th
              key={column.id}
              scope="col"
              aria-label={column.sortKey && onSort ? column.header : undefined}
              className={column.align === 'right' ? css.right : undefined}
              aria-sort={sortOf(column, sort)}
            >
              <HeaderContent column={column} sort={sort} onSort={onSort} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {choice && (
              <td className={css.choice}>
                <ChoiceBox {...choice} row={row} rowKey={rowKey(row)} />
              </td>
            )}
            {shown.map((column) => (
              <td key={column.id} className={column.align === 'right' ? css.right : undefined}>
                <CellContent column={column} row={row} href={rowHref?.(row)} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A badge in a cell, with its holder and duration below. */
export function BadgeCell({ badge, under }: { badge: ReactNode; under?: ReactNode }) {
  return (
    <>
      <span className={css.badgeCell}>{badge}</span>
      {under && <span className={`${css.sub} ${css.under}`}>{under}</span>}
    </>
  );
}

/** A word with a figure, as a row on a phone. */
export function PairCard({ to, word, figure }: { to?: string | undefined; word: string; figure: ReactNode }) {
  return (
    <div className={css.pair}>
      {to ? <Link to={to}>{word}</Link> : word}
      <span>{figure}</span>
    </div>
  );
}

interface RecordCardProps {
  to: string;
  /** Number and form. */
  meta: ReactNode;
  when: ReactNode;
  title: ReactNode;
  place?: ReactNode;
  holder?: ReactNode;
  badges?: ReactNode;
}

/** A record as a card, on a phone. */
export function RecordCard({ to, meta, when, title, place, holder, badges }: RecordCardProps) {
  return (
    <Link className={css.card} to={to}>
      <span className={css.cardMeta}>
        <span>{meta}</span>
        <time>{when}</time>
      </span>
      <span className={css.cardTitle}>{title}</span>
      <span className={css.cardMeta}>
        <span>{place}</span>
        <span>{holder}</span>
      </span>
      {badges && <span className={css.cardBadges}>{badges}</span>}
    </Link>
  );
}
