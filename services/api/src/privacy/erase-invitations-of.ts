import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { Erasure } from '@plimsoll/event-store/crypto/erase-person';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import type { KeyVault } from '@plimsoll/event-store/crypto/key-vault';
import { ListAccountAddresses } from '@plimsoll/projections/identity/account/query';
import { ListInvitationsOf } from '@plimsoll/projections/joining/invitation-list/query';
import { FindMembershipRequest } from '@plimsoll/projections/joining/membership-request-list/query';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { memberStream } from '../members/member.ts';
import { RevokeInvitation } from '../joining/revoke-invitation.ts';
import type { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { EraseInvitation } from './erase-invitation.ts';
import { requireReadable } from '@plimsoll/event-store/port/require-readable';

export interface ErasingInvitations {
  readonly commands: CommandBus;
  readonly queries: QueryBus;
  readonly progress: ReadYourWrites;
  readonly store: EventStore;
  readonly vault: KeyVault;
}

/**
 * Erases the invitations of an erased member: records each erasure in the log, then destroys the invitation's key.
 * Includes invitations that they answered, and those to any address that their account or the organization has known.
 * An outstanding one is revoked first, which frees its address. Idempotent: when repeated, it does what is left.
 */
export async function eraseInvitationsOf(
  { tenant, subject, commandId }: Erasure,
  { commands, queries, progress, store, vault }: ErasingInvitations,
): Promise<void> {
  if (subject.kind !== 'MEMBER') return;
  await progress.waitForHead(tenant, ['invitation-list', 'membership-request-list']);
  const [joined, account, request] = await Promise.all([
    store.load(tenant, memberStream(tenant, subject.guid)),
    queries.execute(new ListAccountAddresses(subject.guid)),
    queries.execute(new FindMembershipRequest(tenant, subject.guid)),
  ]);
  const known = joined.events.map(requireReadable).map(({ data }) => (data as { emailAddress?: string }).emailAddress);
  const addresses = [...new Set([...known, ...account, request?.email_address])].filter(
    (address): address is string => address !== undefined && address !== ERASED,
  );
  for (const { invitation_guid: guid, email_address, state } of await queries.execute(
    new ListInvitationsOf(tenant, subject.guid, addresses),
  )) {
    const envelope = (what: string) => systemEnvelope({ tenant, name: `erasure ${commandId} ${what} ${guid}` });
    // If the recipient answers it at the same time, it is no longer outstanding either.
    if (state === 'OUTSTANDING') await commands.execute(new RevokeInvitation(envelope('revokes'), email_address));
    const outcome = (await commands.execute(new EraseInvitation(envelope('erases'), guid))) as Outcome;
    if (!isExecuted(outcome)) throw new Error(`The log did not take that an invitation is erased: ${outcome.refused}`);
    await vault.eraseSubject(tenant, { kind: 'INVITATION', guid });
  }
}
