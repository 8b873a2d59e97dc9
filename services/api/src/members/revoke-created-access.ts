import { createdAccessKinds, type CreatedAccessKind } from '@plimsoll/contracts/members/created-access';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import type { CommandEnvelope } from '../commands/command-envelope.ts';
import type { DecidedStream, LoadedState } from '../commands/decider.ts';
import { execute } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { ownedStream, type CreatedAccesses, type OwnedAccess } from './created-access.ts';
import { settleCreatedAccess, type LoadedAccess, type OwnedState } from './created-access.rule.ts';
import { memberDecider, type MemberState } from './member.ts';

type AdminOrAccess = MemberState | OwnedState;

/** Streams of possible other admins, then of what a member created, for the `others` of a use case. */
export const adminsAndAccesses = (
  tenant: string,
  admins: readonly string[],
  accesses: readonly OwnedAccess[],
): DecidedStream<AdminOrAccess>[] =>
  [
    ...admins.map((guid) => memberDecider.of(tenant, guid)),
    ...accesses.map(ownedStream),
  ] as unknown as DecidedStream<AdminOrAccess>[];

/** Separates what `adminsAndAccesses` put together. */
export function separate(
  others: readonly LoadedState<AdminOrAccess>[],
  admins: readonly string[],
  accesses: readonly OwnedAccess[],
): { readonly others: LoadedState<MemberState>[]; readonly created: LoadedAccess[] } {
  const states = others.slice(admins.length) as LoadedState<OwnedState>[];
  return {
    others: others.slice(0, admins.length) as LoadedState<MemberState>[],
    created: accesses.map(({ kind, reservation }, index) => ({ kind, reservation, loaded: states[index]! })),
  };
}

/** Revokes what a person still owns, by default of all kinds, one by one. Idempotent. */
export async function revokeCreatedAccess(
  store: EventStore,
  created: CreatedAccesses,
  { tenant, actor, metadata, receivedAt }: Pick<CommandEnvelope, 'tenant' | 'actor' | 'metadata' | 'receivedAt'>,
  {
    ownerGuid,
    kinds = createdAccessKinds,
  }: { readonly ownerGuid: string; readonly kinds?: readonly CreatedAccessKind[] },
): Promise<void> {
  const revoke = new Set(kinds);
  const accesses = (await created.of(tenant, ownerGuid, receivedAt)).filter(({ kind }) => revoke.has(kind));
  for (const { kind, reservation, ...access } of accesses) {
    const envelope = systemEnvelope({ tenant, actor, kind: metadata.actor.kind, at: receivedAt });
    await execute(store, envelope, {
      own: ownedStream({ kind, ...access }),
      decide: (loaded) => settleCreatedAccess([{ kind, reservation, loaded }], { ownerGuid, revoke, heirGuid: null }),
    });
  }
  await created.forget(tenant, accesses);
}
