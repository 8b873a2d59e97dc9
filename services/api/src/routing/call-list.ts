import type { CallListTarget } from '@plimsoll/contracts/routing/events';
import { callListStream } from '@plimsoll/contracts/routing/streams';
import { v5 as uuidv5 } from 'uuid';
import { decider } from '../commands/decider.ts';

/** What a call list belongs to; the guid is null for the organization. */
export interface CallListOwner {
  readonly target: CallListTarget;
  readonly targetGuid: string | null;
}

/** Decider of a call list: the guids of its members in order. */
export const callListDecider = decider({
  stream: callListStream,
  initial: [] as readonly string[],
  evolve: (_, { data }): readonly string[] => data.members,
  guid: (tenant: string, { target, targetGuid }: CallListOwner) =>
    uuidv5(`call-list ${target} ${targetGuid ?? tenant}`, tenant),
});
