import type { Classification, PersonType } from '@plimsoll/contracts/incidents/vocabulary';

/** Facts of an injured person that decide how they count; no names. */
export interface CountedPerson {
  readonly personType: PersonType;
  readonly classification: Classification | null;
}

/** Flags of a form that decide how its incidents count. */
export interface ContributingForm {
  readonly isLeading: boolean;
  readonly trifContributor: boolean;
  readonly ltifContributor: boolean;
  readonly mvifContributor: boolean;
}

/** What an incident adds to the month of its occurrence. */
export interface Contribution {
  readonly trifCases: number;
  readonly ltifCases: number;
  readonly mvifCases: number;
  readonly leading: number;
  readonly lagging: number;
}

export const NOTHING: Contribution = { trifCases: 0, ltifCases: 0, mvifCases: 0, leading: 0, lagging: 0 };
const LEADING: Contribution = { ...NOTHING, leading: 1 };

/** Only workers count, since their hours are in the denominator. */
const isWorker = ({ personType }: CountedPerson): boolean => personType === 'EMPLOYEE' || personType === 'CONTRACTOR';

const byClassification: Record<Classification, { readonly trif: boolean; readonly ltif: boolean }> = {
  FIRST_AID: { trif: false, ltif: false },
  MEDICAL_AID: { trif: true, ltif: false },
  RESTRICTED: { trif: true, ltif: false },
  LOST_TIME: { trif: true, ltif: true },
  FATALITY: { trif: true, ltif: true },
};

/**
 * Calculates what an incident counts as. A form of leading events counts as proactive performance only. TRIF and LTIF
 * count injured workers by their classification, or without one by the form's flags; an incident of a contributing form
 * that names no person is one case. MVIF counts incidents. A lost-time case is also a recordable case.
 */
export function contributionOf(form: ContributingForm, injured: readonly CountedPerson[]): Contribution {
  if (form.isLeading) return LEADING;
  return {
    trifCases: casesOf('trif', form, injured).length,
    ltifCases: casesOf('ltif', form, injured).length,
    mvifCases: form.mvifContributor ? 1 : 0,
    leading: 0,
    lagging: 1,
  };
}

/** Returns the persons that are a rate's cases, in order; a single case without a person if the incident names none. */
export function casesOf<Person extends CountedPerson>(
  rate: 'trif' | 'ltif',
  form: ContributingForm,
  injured: readonly Person[],
): readonly (Person | null)[] {
  if (form.isLeading) return [];
  const byForm = { trif: form.trifContributor || form.ltifContributor, ltif: form.ltifContributor }[rate];
  if (injured.length === 0) return byForm ? [null] : [];
  return injured.filter(
    (person) => isWorker(person) && (person.classification ? byClassification[person.classification][rate] : byForm),
  );
}
