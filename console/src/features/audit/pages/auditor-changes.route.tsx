import { useQuery } from '@tanstack/react-query';
import { IconArrowRight } from '@tabler/icons-react';
import { useSearchParams, type LoaderFunctionArgs } from 'react-router';
import type { Change } from '@plimsoll/contracts/audit/changes';
import { auditorPaths } from '../../auditors/paths.ts';
import { loadAuditor, useAuditor } from '../../auditors/public/auditor-session.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { DataTable, RecordCard, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { EmptyState } from '../../../ui/feedback/States.tsx';
import { changesQuery } from '../api.ts';
import { inGroupsOfFour, kindName } from '../labels.ts';
import css from '../components/Audit.module.css';

const beforeIn = (search: URLSearchParams): string | undefined => search.get('before')?.match(/^\d{1,15}$/)?.[0];

/** Prefetches the page of the log while the chunk loads. */
export async function loader({ request }: LoaderFunctionArgs): Promise<null> {
  const { organization } = await loadAuditor(request);
  void queryClient.prefetchQuery(changesQuery(organization.guid, {}, beforeIn(new URL(request.url).searchParams)));
  return null;
}

/** Link to the incident as of the change. */
const toRevision = ({ record, revision }: Change): string => auditorPaths.event(record.guid, revision);
const what = ({ kind, record: { label }, revision }: Change): string =>
  `${label ?? kindName(kind)}, revision ${revision}`;

/** Changes to the incidents that a grant covers. */
export function Component() {
  const {
    organization: { guid, timeZone },
  } = useAuditor();
  const [search] = useSearchParams();
  const query = useQuery(changesQuery(guid, {}, beforeIn(search)));
  const columns: readonly DataColumn<Change>[] = [
    { id: 'when', header: 'Recorded', width: 152, cell: ({ recordedAt }) => formatInstant(recordedAt, timeZone) },
    { id: 'who', header: 'Who', width: 200, cell: ({ actor }) => actor.name },
    { id: 'what', header: 'What changed', primary: true, cell: ({ summary }) => summary, sub: what },
    {
      id: 'seal',
      header: 'Seal',
      width: 128,
      cell: ({ seal }) => <code className={css.code}>{inGroupsOfFour(seal)}</code>,
    },
  ];
  return (
    <>
      <PageHeader title="Change log" meta="Who changed what of the events that you may look at, the newest first." />
      <QueryView query={query}>
        {({ items, nextCursor }) =>
          items.length > 0 ? (
            <>
              <DataTable
                caption="Change log"
                columns={columns}
                rows={items}
                rowKey={({ position }) => String(position)}
                rowHref={toRevision}
                card={(change) => (
                  <RecordCard
                    to={toRevision(change)}
                    meta={change.actor.name}
                    when={formatInstant(change.recordedAt, timeZone)}
                    title={change.summary}
                    place={what(change)}
                    holder={inGroupsOfFour(change.seal)}
                  />
                )}
              />
              {nextCursor !== null && (
                <nav className={css.pagination} aria-label="Pages of the change log">
                  <ButtonLink
                    to={auditorPaths.changes({ before: nextCursor })}
                    trailing={<IconArrowRight size={20} aria-hidden />}
                  >
                    Older
                  </ButtonLink>
                </nav>
              )}
            </>
          ) : (
            <EmptyState title="No changes" text="Nothing was written of events that you may look at." />
          )
        }
      </QueryView>
    </>
  );
}
