import { useQuery } from '@tanstack/react-query';
import type { ListedAlarm } from '@plimsoll/contracts/alarms/answers';
import { prefetching } from '../../../lib/api/loader.ts';
import { formatInstant } from '../../../lib/format/time.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { readPage, useList } from '../../../lib/url/list.ts';
import { paths } from '../../../lib/url/paths.ts';
import { BadgeCell, RecordCard, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { FilterPanel } from '../../../ui/data/Filters.tsx';
import { ListScreen } from '../../../ui/data/ListScreen.tsx';
import { ChoiceField } from '../../../ui/inputs/ChoiceField.tsx';
import { useServerChanges } from '../../notifications/public/server-changes.ts';
import { alarmsQuery } from '../api.ts';
import { AlarmBadge } from '../components/AlarmBadge.tsx';
import { aboutText, holderShort, rulesText, stateLabels } from '../labels.ts';
import { alarmList, filterStates, listParameters, readAlarmAddress } from '../list-address.ts';
import { unansweredText } from '../open-alarm-labels.ts';
import { alarmsPaths } from '../paths.ts';
import { useCurrentTime } from '../use-current-time.ts';

export const loader = prefetching(({ organization }, { search }) => [
  alarmsQuery(organization.guid, listParameters(readAlarmAddress(search), readPage(search.get('page') ?? undefined))),
]);

const choices = [
  { value: 'ALL' as const, label: 'All alarms' },
  ...filterStates.map((value) => ({ value, label: stateLabels[value] })),
];

/** Since when nobody has answered, or who has. */
function useStanding(): (alarm: ListedAlarm) => string {
  const { user } = useStarted();
  const now = useCurrentTime();
  return ({ state, raisedAt, answeredBy }) =>
    state === 'OPEN'
      ? unansweredText(raisedAt, now)
      : answeredBy && state === 'ACKNOWLEDGED'
        ? holderShort(answeredBy, user.guid)
        : '';
}

/** Alarms that the user was alerted about, for admins all; the newest first. */
export function Component() {
  const { organization } = useStarted();
  const list = useList(alarmList);
  const query = useQuery(alarmsQuery(organization.guid, listParameters(list.address, list.page)));
  const standingOf = useStanding();
  useServerChanges(() => void query.refetch());
  const when = ({ raisedAt }: ListedAlarm) => formatInstant(raisedAt, organization.timeZone);
  const columns: DataColumn<ListedAlarm>[] = [
    {
      id: 'raised',
      header: 'Raised',
      width: 176,
      cell: (alarm) => <time dateTime={alarm.raisedAt}>{when(alarm)}</time>,
    },
    { id: 'rules', header: 'Why', primary: true, cell: rulesText, sub: (alarm) => aboutText(alarm) || undefined },
    {
      id: 'state',
      header: 'State',
      width: 264,
      cell: (alarm) => <BadgeCell badge={<AlarmBadge {...alarm} />} under={standingOf(alarm)} />,
    },
  ];
  return (
    <ListScreen
      title="Alarms"
      noun={['alarm', 'alarms']}
      list={list}
      query={query}
      filters={
        <FilterPanel label="State" value={list.address.state && `State: ${stateLabels[list.address.state]}`}>
          <ChoiceField
            label="State"
            id="filter-state"
            options={choices}
            value={list.address.state ?? 'ALL'}
            onChange={(state) => list.choose({ state: state === 'ALL' ? undefined : state })}
          />
        </FilterPanel>
      }
      emptyText="An alarm is raised when a report says that someone was badly hurt, or that someone is needed now. Alarms that you are told about appear here."
      home={paths.home()}
      columns={columns}
      rowKey={({ alarmGuid }) => alarmGuid}
      rowHref={({ alarmGuid }) => alarmsPaths.alarm(alarmGuid)}
      card={(alarm) => (
        <RecordCard
          to={alarmsPaths.alarm(alarm.alarmGuid)}
          meta={[alarm.number, alarm.formName].filter((part) => part !== null).join(' · ')}
          when={when(alarm)}
          title={rulesText(alarm)}
          place={alarm.worksite?.name}
          holder={standingOf(alarm)}
          badges={<AlarmBadge {...alarm} />}
        />
      )}
    />
  );
}
