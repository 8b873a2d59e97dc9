import type { ReactNode } from 'react';
import { useOutletContext } from 'react-router';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';

export interface OpenEvent {
  incident: IncidentDetail;
  /** The workflow rail on a phone, where the tab places it itself. */
  rail?: ReactNode;
}

/** The incident of the open page, for its tabs. */
export const useOpenEvent = (): IncidentDetail => useOutletContext<OpenEvent>().incident;

/** The workflow rail for the tab to place; undefined if it is shown next to the tab. */
export const useRailWithin = (): ReactNode => useOutletContext<OpenEvent>().rail;
