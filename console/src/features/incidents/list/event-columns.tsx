import type { ReactNode } from 'react';
import type { IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import { eventFieldTexts, IMPORTED, riskBandTexts, stateTexts } from '@plimsoll/contracts/incidents/event-texts';
import { formatDay } from '../../../lib/format/time.ts';
import { RiskBadge, StateBadge } from '../../../ui/feedback/Badge.tsx';
import { BadgeCell, type DataColumn } from '../../../ui/data/DataTable.tsx';
import { Holder } from './Holder.tsx';
import { formatPlace, formatLocalTime, shownState } from '../labels.ts';

export const risk = ({ riskBand, riskScore, severity, likelihood }: IncidentListItem) => (
  <RiskBadge words={riskBandTexts} band={riskBand} score={riskScore} severity={severity} likelihood={likelihood} />
);

/** Heading of an incident, struck out if it is deleted. */
export const headingCell = ({ heading, deleted }: IncidentListItem): ReactNode =>
  deleted ? <del>{heading}</del> : heading;

/** Columns of the list. */
export const eventColumns: readonly DataColumn<IncidentListItem>[] = [
  { id: 'number', header: 'No.', width: 96, align: 'right', sortKey: 'NUMBER', cell: ({ number }) => <b>{number}</b> },
  {
    id: 'occurred',
    header: 'Occurred',
    width: 128,
    sortKey: 'OCCURRENCE_DATE',
    cell: ({ occurrenceDate }) => <time dateTime={occurrenceDate}>{formatDay(occurrenceDate)}</time>,
    sub: formatLocalTime,
  },
  {
    id: 'heading',
    header: eventFieldTexts.description,
    primary: true,
    cell: headingCell,
    sub: (incident) =>
      [incident.formName, formatPlace(incident), incident.isImported && IMPORTED].filter(Boolean).join(', '),
  },
  { id: 'reporter', header: eventFieldTexts.reporter, width: 152, from: 1261, cell: ({ reporter }) => reporter.name },
  {
    id: 'state',
    header: eventFieldTexts.state,
    width: 208,
    sortKey: 'STATE',
    cell: (incident) => (
      <BadgeCell
        badge={<StateBadge state={shownState(incident)} word={stateTexts[shownState(incident)]} />}
        under={<Holder incident={incident} />}
      />
    ),
  },
  {
    id: 'risk',
    header: eventFieldTexts.risk,
    width: 124,
    sortKey: 'RISK',
    cell: (incident) => <BadgeCell badge={risk(incident)} />,
  },
];
