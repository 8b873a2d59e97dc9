import type { IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import { IMPORTED, stateTexts } from '@plimsoll/contracts/incidents/event-texts';
import { incidentsPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { todayIn } from '../../../lib/format/time.ts';
import { StateBadge } from '../../../ui/feedback/Badge.tsx';
import { RecordCard } from '../../../ui/data/DataTable.tsx';
import { headingCell, risk } from './event-columns.tsx';
import { Holder } from './Holder.tsx';
import { formatPlace, formatShortWhen, shownState } from '../labels.ts';

/** Card of an incident on a phone. */
export function EventCard({ incident }: { incident: IncidentListItem }) {
  const { organization } = useStarted();
  return (
    <RecordCard
      to={incidentsPaths.event(incident.eventId)}
      meta={
        <>
          <b>{incident.number}</b> · {incident.formName}
          {incident.isImported && ` · ${IMPORTED}`}
        </>
      }
      when={formatShortWhen(incident, todayIn(organization.timeZone).slice(0, 4))}
      title={headingCell(incident)}
      place={formatPlace(incident)}
      holder={<Holder incident={incident} />}
      badges={
        <>
          <StateBadge state={shownState(incident)} word={stateTexts[shownState(incident)]} />
          {incident.riskBand && risk(incident)}
        </>
      }
    />
  );
}
