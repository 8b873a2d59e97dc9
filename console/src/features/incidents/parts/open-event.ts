import { useOutletContext } from 'react-router';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';

export interface OpenEvent {
  incident: IncidentDetail;
}

/** The event whose page is open, for its tabs. */
export const useOpenEvent = (): IncidentDetail => useOutletContext<OpenEvent>().incident;
