/** A location that is being added. */
export interface NewLocation {
  regionGuid: string;
  industryGuids: string[];
}

export const NOTHING_CHOSEN: NewLocation = { regionGuid: '', industryGuids: [] };

/** What the steps that add a location share. */
export interface AddingLocation {
  location: NewLocation;
  /** Where it is kept; null while nothing is chosen. */
  status: string | null;
  choose: (chosen: Partial<NewLocation>) => void;
  /** Forgets it on this device, and goes to the list of locations. */
  end: () => Promise<void>;
  /** Leaves; asks first where something is chosen. */
  cancel: () => void;
}
