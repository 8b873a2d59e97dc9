import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { incidentsExported } from '@plimsoll/contracts/incidents/export-events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { MAX_SHEET_ROWS } from '../../spreadsheets/xlsx.ts';

export type Export = EventOf<typeof incidentsExported>['data'];

/** Records an export before its content is sent. Refuses: LimitReached, for more incidents than a sheet has rows. */
export function exportIncidents(taken: Export): Decision<EventOf<typeof incidentsExported>> {
  if (taken.format === 'XLSX' && taken.eventCount >= MAX_SHEET_ROWS) return refuse('LimitReached');
  return [{ type: 'IncidentsExported', data: taken }];
}
