import { IconArrowNarrowRight, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import css from './HistoryList.module.css';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

export interface HistoryEntry {
  /** React key of the entry; the revision by default. */
  key?: number;
  /** Null if it belongs to another record. */
  revision: number | null;
  when: ReactNode;
  /** The instant, machine-readable. */
  at: string;
  what: ReactNode;
  /** Without `from` the value was added, not changed: a signature. */
  changes?: readonly { field: string; from?: ReactNode; to: ReactNode }[];
  comment?: ReactNode;
  /** The first eight hex digits of the event's hash. */
  seal: string;
  selected?: boolean;
}

/**
 * The history of a record, newest first: who changed what and when. Old values are struck through, new ones bold, and
 * each row has its short hash.
 */
export function HistoryList({ entries }: { entries: readonly HistoryEntry[] }) {
  return (
    <>
      <div className={css.head} aria-hidden="true">
        <span>Rev.</span>
        <span>When</span>
        <span>What changed</span>
        <span>Seal</span>
      </div>
      <ol className={css.list} reversed>
        {entries.map((entry) => (
          <li key={entry.key ?? entry.revision} className={entry.selected ? css.selected : undefined}>
            <span className={css.revision}>
              {entry.revision !== null && (
                <>
                  <VisuallyHidden>Revision </VisuallyHidden>
                  {entry.revision}
                </>
              )}
            </span>
            <time dateTime={entry.at}>{entry.when}</time>
            <div className={css.what}>
              {entry.what}
              {entry.changes?.map(({ field, from, to }) => (
                <div key={field} className={css.change}>
                  {field}{' '}
                  {from !== undefined && (
                    <>
                      <del>{from}</del>
                      <IconArrowNarrowRight size={18} aria-label="changed to" role="img" />
                    </>
                  )}
                  <ins>{to}</ins>
                </div>
              ))}
              {entry.comment && <div className={css.comment}>{entry.comment}</div>}
            </div>
            <span className={css.seal}>
              <IconLock size={15} aria-hidden />
              <VisuallyHidden>Seal </VisuallyHidden>
              {`${entry.seal.slice(0, 4)} ${entry.seal.slice(4)}`}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
