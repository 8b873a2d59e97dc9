/** Replaces a name that a grant does not reveal. */
const WITHHELD = 'withheld';

type Fields = Readonly<Record<string, unknown>>;
const hurt = (person: Fields): Fields => ({ ...person, name: WITHHELD, userAccountGuid: null, treatment: null });
const related = (person: Fields): Fields => ({ ...person, name: WITHHELD, emailAddress: null, role: null });
const withheldIn: Readonly<Record<string, (person: Fields) => Fields>> = {
  injuredPersons: hurt,
  relatedPersons: related,
};

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** The accounts of injured persons, at any depth. */
function accountsIn(part: unknown): unknown[] {
  if (Array.isArray(part)) return part.flatMap(accountsIn);
  if (!isFields(part)) return [];
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'injuredPersons' && Array.isArray(value)
      ? (value as Fields[]).flatMap(({ userAccountGuid }) => userAccountGuid ?? [])
      : accountsIn(value),
  );
}

/** An answer that names a member who was hurt, or that they signed. */
function answer({ value, signerGuid, ...rest }: Fields, accounts: ReadonlySet<unknown>): Fields {
  if (signerGuid !== undefined && accounts.has(signerGuid))
    return { ...rest, value: isFields(value) ? { name: WITHHELD } : value };
  const named = (each: unknown) => (accounts.has(each) ? WITHHELD : each);
  return {
    ...rest,
    value: Array.isArray(value) ? value.map(named) : named(value),
    ...(signerGuid !== undefined && { signerGuid }),
  };
}

/**
 * Removes injured and related persons from answers about events, also where an answer names a member who was injured.
 * Free text stays as written. Pass parts that belong together at once, since one part may identify the persons in
 * another.
 */
export function withholdPersons<Response>(response: Response): Response {
  const accounts: ReadonlySet<unknown> = new Set(accountsIn(response));
  const without = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(without);
    if (!isFields(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([name, value]) => {
        const withhold = name === 'answers' ? (given: Fields) => answer(given, accounts) : withheldIn[name];
        return [name, withhold && Array.isArray(value) ? (value as Fields[]).map(withhold) : without(value)];
      }),
    );
  };
  return without(response) as Response;
}
