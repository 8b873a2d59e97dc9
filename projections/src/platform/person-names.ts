import type { IncidentListItem } from '@plimsoll/contracts/incidents/answers';
import type { person } from '@plimsoll/contracts/kernel/values/person';
import { PRODUCT_GUID } from '@plimsoll/contracts/kernel/values/ids';
import { formerMemberTexts, PRODUCT_NAME } from '@plimsoll/contracts/members/member-texts';
import type { z } from 'zod';

export type Person = z.output<typeof person>;

/**
 * Returns a person as others see them: a former member if the organization does not know them, or the product itself.
 */
export const personOf = (userGuid: string, name: string | null | undefined): Person => ({
  userGuid,
  name: name ?? (userGuid === PRODUCT_GUID ? PRODUCT_NAME : formerMemberTexts.first),
});

/** Returns a person, or null without a guid. */
export const personOrNull = (userGuid: string | null, name: string | null | undefined): Person | null =>
  userGuid === null ? null : personOf(userGuid, name);

interface Held {
  readonly holder_guids: readonly string[];
  readonly holder_since: string | null;
  readonly deleted_at: string | null;
}

/** Returns the current holder of an incident with their name; null while the incident is deleted. */
export function holderOf(
  { holder_guids: [first, second], holder_since, deleted_at }: Held,
  person: (guid: string) => Person,
): IncidentListItem['holder'] {
  if (first === undefined || deleted_at !== null) return null;
  return { ...person(first), alsoWith: second === undefined ? null : person(second), since: holder_since! };
}
