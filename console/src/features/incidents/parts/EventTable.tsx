import type { IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import { paths } from '../../../lib/paths.ts';
import { useStarted } from '../../../lib/startup.ts';
import { formatDay, todayIn } from '../../../lib/time.ts';
import { RiskBadge, StateBadge } from '../../../ui/Badge.tsx';
import { BadgeCell, DataTable, RecordCard, type DataColumn, type Density } from '../../../ui/DataTable.tsx';
import type { ListAddress, SortKey } from '../list-address.ts';
import { holderWords, placeWords, shortWhen, timeWords } from './incident-words.ts';

interface EventTableProps {
  incidents: readonly IncidentListItem[];
  address: ListAddress;
  density: Density;
  onSort: (sortBy: SortKey, sortDirection: ListAddress['sortDirection']) => void;
}

function Holder({ incident }: { incident: IncidentListItem }) {
  const { user, organization } = useStarted();
  const { strong, rest } = holderWords(incident, user.guid, organization.timeZone, new Date());
  return (
    <>
      {strong && <b style={{ color: 'var(--text)' }}>{strong}</b>}
      {rest}
    </>
  );
}

const risk = ({ riskBand, riskScore, severity, likelihood }: IncidentListItem) => <RiskBadge band={riskBand} score={riskScore} severity={severity} likelihood={likelihood} />;

const columns: readonly DataColumn<IncidentListItem>[] = [
  { id: 'number', header: 'No.', width: 64, align: 'right', sortKey: 'NUMBER', cell: ({ number }) => <b>{number}</b> },
  { id: 'occurred', header: 'Occurred', width: 128, sortKey: 'OCCURRENCE_DATE', cell: ({ occurrenceDate }) => <time dateTime={occurrenceDate}>{formatDay(occurrenceDate)}</time>, sub: timeWords },
  { id: 'heading', header: 'What happened', primary: true, cell: ({ heading }) => heading, sub: (incident) => [incident.formName, placeWords(incident)].filter(Boolean).join(', ') },
  { id: 'reporter', header: 'Reported by', width: 152, from: 1024, cell: ({ reporter }) => reporter.name },
  { id: 'state', header: 'State', width: 208, sortKey: 'STATE', cell: (incident) => <BadgeCell badge={<StateBadge state={incident.state} />} under={<Holder incident={incident} />} /> },
  { id: 'risk', header: 'Risk', width: 124, sortKey: 'RISK', cell: (incident) => <BadgeCell badge={risk(incident)} /> },
];

/** Events as rows, and on a phone as cards. */
export function EventTable({ incidents, address, density, onSort }: EventTableProps) {
  const { organization } = useStarted();
  const thisYear = todayIn(organization.timeZone).slice(0, 4);
  return (
    <DataTable
      caption="Events"
      columns={columns}
      rows={incidents}
      rowKey={({ eventId }) => eventId}
      rowHref={({ eventId }) => paths.event(eventId)}
      density={density}
      sort={{ key: address.sortBy, direction: address.sortDirection }}
      onSort={({ key, direction }) => onSort(key as SortKey, direction)}
      card={(incident) => (
        <RecordCard
          to={paths.event(incident.eventId)}
          meta={
            <>
              <b>{incident.number}</b> · {incident.formName}
            </>
          }
          when={shortWhen(incident, thisYear)}
          title={incident.heading}
          place={placeWords(incident)}
          holder={<Holder incident={incident} />}
          badges={
            <>
              <StateBadge state={incident.state} />
              {incident.riskBand && risk(incident)}
            </>
          }
        />
      )}
    />
  );
}
