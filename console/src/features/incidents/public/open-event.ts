import type { ReactNode } from 'react';
import { useOutletContext } from 'react-router';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';

export interface OpenEvent {
  incident: IncidentDetail;
  /** On a phone, where there is no room beside the tab: it says itself where it lets the rail stand. */
  rail?: ReactNode;
}

/** The event whose page is open, for its tabs. */
export const useOpenEvent = (): IncidentDetail => useOutletContext<OpenEvent>().incident;

/** Where the event stands and what may be done, for the tab to place; nothing where it stands beside the tab. */
export const useRailWithin = (): ReactNode => useOutletContext<OpenEvent>().rail;
