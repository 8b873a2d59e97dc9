import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { callListSet } from '@plimsoll/contracts/routing/events';
import { refuse, type Decision } from '../commands/decision.ts';
import { fieldError } from '../commands/field-error.ts';
import type { CallListOwner } from './call-list.ts';

export interface SetCallListInput {
  readonly owner: CallListOwner;
  /** The whole list, in order. */
  readonly members: readonly string[];
  /** Those of them who belong to the organization. */
  readonly current: ReadonlySet<string>;
}

/**
 * Sets a call list; the same one writes nothing, even with people who have left since: they stay on it until someone
 * changes it. Refuses MissingMember for people who are no members.
 */
export function setCallList(
  { owner: { target, targetGuid }, members, current }: SetCallListInput,
  before: readonly string[],
): Decision<EventOf<typeof callListSet>> {
  if (members.length === before.length && members.every((member, index) => member === before[index])) return [];
  const strangers = members.flatMap((member, index) =>
    current.has(member) ? [] : [fieldError(`members.${index}`, 'MissingMember')],
  );
  if (strangers.length > 0) return refuse('MissingMember', { fieldErrors: strangers });
  return [{ type: 'CallListSet', data: { target, targetGuid, members: [...members] } }];
}
