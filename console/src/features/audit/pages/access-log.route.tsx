import { useQuery } from '@tanstack/react-query';
import {
  accessActions,
  ACCESS_LOG_RETENTION_MONTHS,
  type Access,
  type AccessFilter,
} from '@plimsoll/contracts/audit/accesses';
import { oneOf, type AddressOf } from '../../../lib/url/address-fields.ts';
import { auditPaths } from '../paths.ts';
import { requestBytes } from '../../../lib/api/http.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant, viewersTime } from '../../../lib/format/time.ts';
import { readState, useUrlState } from '../../../lib/url/url-state.ts';
import { RecordCard, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { accessesQuery } from '../api.ts';
import { actionOptions, actionLabels, isKind, kindName, readerLabels } from '../labels.ts';
import css from '../components/Audit.module.css';
import { countOf, ONE_RECORD, rangeOf, sharedFields } from '../components/log-address.ts';
import { LogFilters, OneOfFilter } from '../components/LogFilters.tsx';
import { LogScreen } from '../components/LogScreen.tsx';

const fields = { ...sharedFields, action: oneOf(accessActions) };

const filterOf = ({ person, record, action, ...days }: AddressOf<typeof fields>, zone: string): AccessFilter => ({
  ...rangeOf(days, zone),
  ...(person && { personGuid: person }),
  ...(record && { recordGuid: record }),
  ...(action && { action }),
});

/** Prefetches the page of the log while the chunk loads. */
export const loader = prefetching(({ organization: { guid, isAdmin, timeZone } }, { search }) => {
  const address = readState(fields, search);
  return isAdmin ? [accessesQuery(guid, filterOf(address, timeZone), address.before)] : [];
});

const reader = ({ person: { name, kind } }: Access): string =>
  kind === 'USER' ? name : `${name} (${readerLabels[kind]})`;
const what = ({ record, count }: Access): string =>
  record
    ? (record.label ?? kindName(record.kind))
    : `${count.toLocaleString('en-CA')} ${count === 1 ? 'record' : 'records'}`;

/** Link to the record as of the access. If it is not a record of the log, link to all accesses of that person. */
const asOfThen = ({ record, at, person }: Access): string =>
  record && isKind(record.kind)
    ? auditPaths.record(record.kind, record.guid, { asOf: at })
    : auditPaths.accessLog({ person: person.guid });

/** Access log: who read what, as far as it is recorded. */
export function Component() {
  const { guid: orgGuid, timeZone } = useStarted().organization;
  const [address, write] = useUrlState(fields);
  const { record, action, before } = address;
  const filter = filterOf(address, timeZone);
  const query = useQuery(accessesQuery(orgGuid, filter, before));
  const when = ({ at }: Access) => <span title={viewersTime(at)}>{formatInstant(at, timeZone)}</span>;
  const columns: readonly DataColumn<Access>[] = [
    { id: 'when', header: 'When', width: 152, cell: when },
    { id: 'who', header: 'Who', width: 220, cell: reader },
    { id: 'action', header: 'Did what', width: 136, cell: ({ action: done }) => actionLabels[done] },
    { id: 'what', header: 'What', primary: true, cell: what, sub: ({ route }) => route },
    {
      id: 'request',
      header: 'Request',
      width: 160,
      from: 1261,
      cell: ({ requestId }) => <code className={css.code}>{requestId.slice(0, 18)}</code>,
    },
  ];
  return (
    <LogScreen
      title="Access log"
      meta={`Who looked at sensitive events of others, replayed, exported, downloaded or read the feed. Kept for ${ACCESS_LOG_RETENTION_MONTHS} months.${record ? ` ${ONE_RECORD}` : ''}`}
      noun={['access', 'accesses']}
      query={query}
      active={countOf(address)}
      onClear={write.clear}
      filters={
        <>
          <LogFilters filters={address} onFilter={(patch) => write.push({ ...patch, before: undefined })} />
          <OneOfFilter
            label="Action"
            options={actionOptions}
            value={action}
            onChange={(next) => write.push({ action: next, before: undefined })}
          />
        </>
      }
      fetchExport={(format) => requestBytes('exportAccesses', { params: { orgGuid }, query: { ...filter, format } })}
      file="access-log"
      emptyText="When somebody looks at a sensitive event of others, replays a record, or takes something out, it is listed here."
      columns={columns}
      rowKey={({ requestId, at, record: read }) => `${requestId} ${at} ${read?.guid ?? ''}`}
      rowHref={asOfThen}
      card={(access) => (
        <RecordCard
          to={asOfThen(access)}
          meta={reader(access)}
          when={when(access)}
          title={`${actionLabels[access.action]}: ${what(access)}`}
        />
      )}
    />
  );
}
