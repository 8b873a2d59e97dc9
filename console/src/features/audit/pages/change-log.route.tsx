import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ChangeFilter, Change } from '@plimsoll/contracts/audit/changes';
import { streamKinds } from '@plimsoll/contracts/kernel/stream-kinds';
import { oneOf, type AddressOf } from '../../../lib/url/address-fields.ts';
import { auditPaths } from '../paths.ts';
import { requestBytes } from '../../../lib/api/http.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { formatInstant, viewersTime } from '../../../lib/format/time.ts';
import { readState, useUrlState } from '../../../lib/url/url-state.ts';
import { RecordCard, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { changesQuery } from '../api.ts';
import { inGroupsOfFour, kindName, kindOptions } from '../labels.ts';
import css from '../components/Audit.module.css';
import { countOf, ONE_RECORD, rangeOf, sharedFields } from '../components/log-address.ts';
import { LogFilters, OneOfFilter } from '../components/LogFilters.tsx';
import { LogScreen } from '../components/LogScreen.tsx';

const fields = { ...sharedFields, kind: oneOf(streamKinds) };

const filterOf = ({ person, record, kind, ...days }: AddressOf<typeof fields>, zone: string): ChangeFilter => ({
  ...rangeOf(days, zone),
  ...(person && { actorGuid: person }),
  ...(record && { recordGuid: record }),
  ...(kind && { kind }),
});

/** Prefetches the page of the log while the chunk loads. */
export const loader = prefetching(({ organization: { guid, isAdmin, timeZone } }, { search }) => {
  const address = readState(fields, search);
  return isAdmin ? [changesQuery(guid, filterOf(address, timeZone), address.before)] : [];
});

const who = ({ actor, onBehalfOf }: Change): string =>
  onBehalfOf ? `${actor.name}, on behalf of ${onBehalfOf.name}` : actor.name;
const what = ({ kind, record: { label } }: Change): string => label ?? kindName(kind);
const asOfThen = ({ kind, record: { guid }, position }: Change): string => auditPaths.record(kind, guid, { position });

/** Change log: every domain event of the organization. */
export function Component() {
  const { guid: orgGuid, timeZone } = useStarted().organization;
  const [address, write] = useUrlState(fields);
  const { record, kind, before } = address;
  const filter = filterOf(address, timeZone);
  const query = useQuery(changesQuery(orgGuid, filter, before));
  const when = ({ recordedAt }: Change) => (
    <span title={viewersTime(recordedAt)}>{formatInstant(recordedAt, timeZone)}</span>
  );
  const columns: readonly DataColumn<Change>[] = [
    {
      id: 'position',
      header: 'Position',
      width: 88,
      align: 'right',
      from: 1024,
      cell: ({ position }) => position.toLocaleString('en-CA'),
    },
    { id: 'when', header: 'Recorded', width: 152, cell: when },
    { id: 'who', header: 'Who', width: 200, cell: who },
    {
      id: 'what',
      header: 'What changed',
      primary: true,
      cell: ({ summary }) => summary,
      sub: (change) => `${what(change)}, revision ${change.revision}`,
    },
    { id: 'kind', header: 'Kind', width: 160, from: 1261, cell: ({ kind: of }) => kindName(of) },
    {
      id: 'seal',
      header: 'Seal',
      width: 128,
      from: 1024,
      cell: ({ seal }) => (
        <code className={css.code}>
          <IconLock size={14} aria-hidden /> {inGroupsOfFour(seal)}
        </code>
      ),
    },
  ];
  return (
    <LogScreen
      title="Change log"
      meta={`Who changed what, line by line as the log has it. ${record ? ONE_RECORD : 'A line opens its record as it was then.'}`}
      noun={['change', 'changes']}
      query={query}
      active={countOf(address)}
      onClear={write.clear}
      filters={
        <>
          <LogFilters filters={address} onFilter={(patch) => write.push({ ...patch, before: undefined })} />
          <OneOfFilter
            label="Kind"
            options={kindOptions}
            value={kind}
            onChange={(next) => write.push({ kind: next, before: undefined })}
          />
        </>
      }
      fetchExport={(format) => requestBytes('exportChanges', { params: { orgGuid }, query: { ...filter, format } })}
      file="change-log"
      emptyText="What somebody changes is listed here."
      columns={columns}
      rowKey={({ position }) => String(position)}
      rowHref={asOfThen}
      card={(change) => (
        <RecordCard
          to={asOfThen(change)}
          meta={who(change)}
          when={when(change)}
          title={change.summary}
          place={`${what(change)}, revision ${change.revision}`}
          holder={inGroupsOfFour(change.seal)}
        />
      )}
    />
  );
}
