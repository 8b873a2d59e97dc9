import type { person } from '@plimsoll/contracts/incidents/answers';
import type { z } from 'zod';

export type Person = z.output<typeof person>;

/** How somebody is called who acts in an organization without ever having joined it: an import, the system itself. */
const STRANGER = 'Unknown';

/** A person as others see them. */
export const personOf = (userGuid: string, name: string | null | undefined): Person => ({ userGuid, name: name ?? STRANGER });

/** A person who may be nobody. */
export const personOrNull = (userGuid: string | null, name: string | null | undefined): Person | null =>
  userGuid === null ? null : personOf(userGuid, name);
