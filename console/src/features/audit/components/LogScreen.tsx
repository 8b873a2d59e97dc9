import { IconArrowLeft, IconArrowRight, IconChevronDown, IconDownload } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'react-router';
import { exportFormats, type ExportFormat } from '@plimsoll/contracts/audit/audit-lists';
import { showAlert } from '../../../lib/format/alerts.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { saveFile } from '../../../lib/api/save-file.ts';
import { searched } from '../../../lib/url/paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { todayIn } from '../../../lib/format/time.ts';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { DataTable, type DataTableProps } from '../../../ui/data/DataTable.tsx';
import { DataTableSkeleton } from '../../../ui/data/DataTableSkeleton.tsx';
import { FilterBar, ListBar } from '../../../ui/data/Filters.tsx';
import { Menu } from '../../../ui/layout/Menu.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { EmptyState, FilteredState } from '../../../ui/feedback/States.tsx';
import { useWide } from '../../../ui/layout/useWide.ts';
import css from './Audit.module.css';
import { AuditHeader } from './AuditHeader.tsx';

/** Search parameter with the cursor of the page: lines before it are shown. */
const BEFORE = 'before';

interface LogScreenProps<Row> extends Omit<DataTableProps<Row>, 'caption' | 'rows'> {
  title: string;
  meta: ReactNode;
  query: UseQueryResult<{ items: readonly Row[]; totalCount: number; nextCursor: string | null }>;
  noun: readonly [one: string, many: string];
  filters: ReactNode;
  /** Number of active filters. */
  active: number;
  onClear: () => void;
  /** Fetches the whole filtered log as a file. */
  fetchExport: (format: ExportFormat) => Promise<Blob>;
  /** Base name of the exported file. */
  file: string;
  emptyText: string;
}

const exporting = exportFormats.map((format) => ({ format, label: `Export as ${format.toUpperCase()}` }));

/** Exports the whole filtered log: a menu, or on a phone buttons among the filters. */
function ExportMenu({ fetchExport, file }: Pick<LogScreenProps<unknown>, 'fetchExport' | 'file'>) {
  const { timeZone } = useStarted().organization;
  const [isBusy, setBusy] = useState(false);
  const wide = useWide(768);
  async function save(format: ExportFormat) {
    if (isBusy) return;
    setBusy(true);
    try {
      saveFile(await fetchExport(format), `${file}-${todayIn(timeZone)}.${format}`);
    } catch (error) {
      showAlert({ type: 'error', title: 'The log was not exported', subtitle: errorText(error) });
    } finally {
      setBusy(false);
    }
  }
  if (!wide) {
    return (
      <div className={css.exports}>
        {exporting.map(({ format, label }) => (
          <Button
            key={format}
            size="l"
            disabled={isBusy}
            leading={<IconDownload size={20} aria-hidden />}
            onClick={() => void save(format)}
          >
            {label}
          </Button>
        ))}
      </div>
    );
  }
  return (
    <Menu
      label="Export"
      button={{
        variant: 'view',
        leading: <IconDownload size={18} aria-hidden />,
        trailing: <IconChevronDown size={18} aria-hidden />,
        disabled: isBusy,
        children: isBusy ? 'Exporting' : 'Export',
      }}
      entries={exporting.map(({ format, label }) => ({ label, onSelect: () => void save(format) }))}
    />
  );
}

/** Page of a log, newest lines first. Filters and cursor are part of the URL. */
export function LogScreen<Row>({
  title,
  meta,
  query,
  noun,
  filters,
  active,
  onClear,
  fetchExport,
  file,
  emptyText,
  ...table
}: LogScreenProps<Row>) {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const wide = useWide(768);
  const total = query.data?.totalCount;
  const count =
    total === undefined
      ? ' '
      : `${total.toLocaleString('en-CA')} ${noun[total === 1 ? 0 : 1]}${active > 0 ? (total === 1 ? ' matches' : ' match') : ''}`;
  const addressOf = (before: string | null) => {
    const parameters = new URLSearchParams(search);
    if (before) parameters.set(BEFORE, before);
    else parameters.delete(BEFORE);
    return searched(pathname, parameters);
  };
  return (
    <>
      <AuditHeader
        title={title}
        meta={meta}
        aside={!wide && total !== undefined ? <span role="status">{count}</span> : undefined}
      />
      <div className={css.bar}>
        <FilterBar active={active} onClear={onClear}>
          {filters}
          {!wide && <ExportMenu fetchExport={fetchExport} file={file} />}
        </FilterBar>
      </div>
      {wide && (
        <ListBar count={count} onClear={active > 0 ? onClear : undefined}>
          <ExportMenu fetchExport={fetchExport} file={file} />
        </ListBar>
      )}
      <QueryView query={query} skeleton={<DataTableSkeleton density="comfortable" />}>
        {({ items, nextCursor }) =>
          items.length > 0 ? (
            <>
              <DataTable {...table} caption={title} rows={items} />
              {(nextCursor !== null || search.has(BEFORE)) && (
                <nav className={css.pagination} aria-label={`Pages of the ${title.toLowerCase()}`}>
                  {search.has(BEFORE) && (
                    <ButtonLink to={addressOf(null)} leading={<IconArrowLeft size={20} aria-hidden />}>
                      Newest
                    </ButtonLink>
                  )}
                  {nextCursor !== null && (
                    <ButtonLink to={addressOf(nextCursor)} trailing={<IconArrowRight size={20} aria-hidden />}>
                      Older
                    </ButtonLink>
                  )}
                </nav>
              )}
            </>
          ) : search.has(BEFORE) ? (
            <EmptyState title="Nothing before that" text={<Link to={addressOf(null)}>Go to the newest lines</Link>} />
          ) : active > 0 ? (
            <FilteredState
              title={`No ${noun[1]} match`}
              text="Try a longer time, or fewer filters."
              onClear={onClear}
            />
          ) : (
            <EmptyState title={`No ${noun[1]} yet`} text={emptyText} />
          )
        }
      </QueryView>
    </>
  );
}
