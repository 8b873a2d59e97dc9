import type { IncidentListItem, person } from '@plimsoll/contracts/incidents/answers';
import type { z } from 'zod';

export type Person = z.output<typeof person>;

/** How somebody is called who acts in an organization without ever having joined it: an import, the system itself. */
const STRANGER = 'Unknown';

/** A person as others see them. */
export const personOf = (userGuid: string, name: string | null | undefined): Person => ({ userGuid, name: name ?? STRANGER });

/** A person who may be nobody. */
export const personOrNull = (userGuid: string | null, name: string | null | undefined): Person | null =>
  userGuid === null ? null : personOf(userGuid, name);

interface Held {
  readonly holder_guids: readonly string[];
  readonly holder_since: string | null;
  readonly deleted_at: string | null;
}

/** Whom an incident is with, by their names: what is deleted is with nobody until it is restored. */
export function holderOf({ holder_guids: [first, second], holder_since, deleted_at }: Held, person: (guid: string) => Person): IncidentListItem['holder'] {
  if (first === undefined || deleted_at !== null) return null;
  return { ...person(first), alsoWith: second === undefined ? null : person(second), since: holder_since! };
}
