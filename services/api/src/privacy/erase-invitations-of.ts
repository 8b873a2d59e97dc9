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
 * Says in the log that each invitation of a member who is erased is erased too, and then destroys its key: of those that they
 * answered, and of those to any address that their account has or that the organization has known them by. One that waits for an
 * answer is taken back before, so that its address is free to be invited again. Done again it does what is left.
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
    // Who answers it at this moment has it no more either.
    if (state === 'OUTSTANDING') await commands.execute(new RevokeInvitation(envelope('revokes'), email_address));
    const told = (await commands.execute(new EraseInvitation(envelope('erases'), guid))) as Outcome;
    if (!isExecuted(told)) throw new Error(`The log did not take that an invitation is erased: ${told.refused}`);
    await vault.eraseSubject(tenant, { kind: 'INVITATION', guid });
  }
}
