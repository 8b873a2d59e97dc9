import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { memberDetailsChanged } from '@plimsoll/contracts/organizations/events';
import type { Decision } from '../commands/decision.ts';
import { singleStream } from '../commands/execute.ts';
import { defineCommand } from '../commands/define-command.ts';
import { memberStream, type Joined } from './member.ts';
import * as streams from '@plimsoll/contracts/members/streams';
import { decider, type RecordedOf } from '../commands/decider.ts';

type Details = EventOf<typeof memberDetailsChanged>['data'];

/** A member's details in the organization's log; null for others. */
export type KnownDetails =
  | (Pick<Details, 'name' | 'emailAddress'> & { readonly accountRevision: number | null })
  | null;

function evolveDetails(known: KnownDetails, event: RecordedOf<typeof streams.memberStream>): KnownDetails {
  if (event.type === 'MemberRemoved') return null;
  if (event.type !== 'MemberJoined' && event.type !== 'MemberDetailsChanged') return known;
  const { name, emailAddress, accountRevision = null } = event.data as Joined & Partial<Details>;
  return { name, emailAddress, accountRevision };
}

export const memberDetailsDecider = decider({
  stream: streams.memberStream,
  initial: null as KnownDetails,
  evolve: evolveDetails,
  guid: (tenant: string, userGuid: string) => memberStream(tenant, userGuid).guid,
});

/**
 * Copies name and address from a member's account. Writes nothing if they are equal, for non-members and erased
 * members, and if a later revision of the account is known.
 */
export function changeMemberDetails(
  details: Details,
  known: KnownDetails,
): Decision<EventOf<typeof memberDetailsChanged>> {
  if (!known || known.name === ERASED || (known.accountRevision ?? 0) >= details.accountRevision) return [];
  return known.name === details.name && known.emailAddress === details.emailAddress
    ? []
    : [{ type: 'MemberDetailsChanged', data: details }];
}

export const ChangeMemberDetails = defineCommand({
  name: 'ChangeMemberDetails',
  useCase: ({ tenant }, details: Details) =>
    singleStream({
      own: memberDetailsDecider.of(tenant, details.userGuid),
      decide: (known) => changeMemberDetails(details, known),
    }),
});
