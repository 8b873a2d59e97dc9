/** A location that is being added. */
export interface NewLocation {
  regionGuid: string;
  industryGuids: string[];
}

export const NOTHING_CHOSEN: NewLocation = { regionGuid: '', industryGuids: [] };

/** State shared by the steps that add a location. */
export interface AddingLocation {
  location: NewLocation;
  /** Where the draft is stored; null while nothing is chosen. */
  status: string | null;
  choose: (chosen: Partial<NewLocation>) => void;
  /** Discards the draft and goes to the list of locations. */
  end: () => Promise<void>;
  /** Leaves; asks first if something is chosen. */
  cancel: () => void;
}
