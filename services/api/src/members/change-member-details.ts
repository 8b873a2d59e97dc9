import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { memberDetailsChanged } from '@plimsoll/contracts/organizations/events';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import type { Decision } from '../commands/decision.ts';
import { ofOneStream } from '../commands/execute.ts';
import { useCase } from '../commands/use-case.ts';
import { memberStream, type Joined } from './member.ts';

type Details = EventOf<typeof memberDetailsChanged>['data'];

/** What an organization knows a member as; null for who is none. */
export type KnownDetails =
  | (Pick<Details, 'name' | 'emailAddress'> & { readonly accountRevision: number | null })
  | null;

export function evolveDetails(known: KnownDetails, { type, data }: RecordedEvent): KnownDetails {
  if (type === 'MemberRemoved') return null;
  if (type !== 'MemberJoined' && type !== 'MemberDetailsChanged') return known;
  const { name, emailAddress, accountRevision = null } = data as Joined & Partial<Details>;
  return { name, emailAddress, accountRevision };
}

/**
 * Has an organization know a member as their account has them. Writes nothing where that is so, for who is no member, for a
 * member who was erased, and where something later of the account is known already. Refuses nothing.
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

export const ChangeMemberDetails = useCase('ChangeMemberDetails', ({ tenant }, details: Details) =>
  ofOneStream({
    stream: memberStream(tenant, details.userGuid),
    initial: null as KnownDetails,
    evolve: evolveDetails,
    decide: (known) => changeMemberDetails(details, known),
  }),
);
