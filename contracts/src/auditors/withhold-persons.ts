/** What stands in the place of a name that a grant does not open. */
export const WITHHELD = 'withheld';

type Person = Readonly<Record<string, unknown>>;
const hurt = (person: Person): Person => ({ ...person, name: WITHHELD, userAccountGuid: null, treatment: null });
const related = (person: Person): Person => ({ ...person, name: WITHHELD, emailAddress: null, role: null });
const withheldIn: Readonly<Record<string, (person: Person) => Person>> = { injuredPersons: hurt, relatedPersons: related };

/** What tells of events, without who was hurt in them and who else is named: texts stay as they were written. */
export function withholdPersons<Told>(told: Told): Told {
  if (Array.isArray(told)) return told.map(withholdPersons) as Told;
  if (told === null || typeof told !== 'object') return told;
  return Object.fromEntries(Object.entries(told).map(([name, value]: [string, unknown]) => {
    const withhold = withheldIn[name];
    return [name, withhold && Array.isArray(value) ? (value as Person[]).map(withhold) : withholdPersons(value)];
  })) as Told;
}
