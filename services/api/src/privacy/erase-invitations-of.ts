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
import { invitationDecider } from '../joining/invitation.ts';
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
 * Erases the invitations of an erased person: records each erasure in the log, then destroys the invitation's key. Of a
 * member these are the invitations that they answered, and those to any address that their account or the organization
 * has known; of someone who was only invited, those to the same address. An outstanding one is revoked first, which
 * frees its address. Idempotent: when repeated, it does what is left.
 */
export async function eraseInvitationsOf({ tenant, subject, commandId }: Erasure, context: ErasingInvitations) {
  if (subject.kind !== 'MEMBER' && subject.kind !== 'INVITATION') return;
  const { commands, queries, progress, vault } = context;
  await progress.waitForHead(tenant, ['invitation-list', 'membership-request-list']);
  const addresses = await addressesOf(tenant, subject, context);
  const answeredBy = subject.kind === 'MEMBER' ? subject.guid : null;
  for (const { invitation_guid: guid, email_address, state } of await queries.execute(
    new ListInvitationsOf(tenant, answeredBy, addresses),
  )) {
    const envelope = (what: string) => systemEnvelope({ tenant, name: `erasure ${commandId} ${what} ${guid}` });
    // If the recipient answers it at the same time, it is no longer outstanding either.
    if (state === 'OUTSTANDING') await commands.execute(new RevokeInvitation(envelope('revokes'), email_address));
    // The key of the one that was named goes last: it finds the others when an interrupted erasure continues.
    if (guid === subject.guid) continue;
    const outcome = (await commands.execute(new EraseInvitation(envelope('erases'), guid))) as Outcome;
    if (!isExecuted(outcome)) throw new Error(`The log did not take that an invitation is erased: ${outcome.refused}`);
    await vault.eraseSubject(tenant, { kind: 'INVITATION', guid });
  }
}

/** Addresses by which invitations to the erased person are found. */
async function addressesOf(
  tenant: string,
  subject: Erasure['subject'],
  { queries, store }: Pick<ErasingInvitations, 'queries' | 'store'>,
): Promise<string[]> {
  const isMember = subject.kind === 'MEMBER';
  const [own, account, request] = await Promise.all([
    store.load(tenant, isMember ? memberStream(tenant, subject.guid) : invitationDecider.of(subject.guid).stream),
    isMember ? queries.execute(new ListAccountAddresses(subject.guid)) : [],
    isMember ? queries.execute(new FindMembershipRequest(tenant, subject.guid)) : null,
  ]);
  const known = own.events.map(requireReadable).map(({ data }) => {
    const { emailAddress, recipientEmailAddress } = data as { emailAddress?: string; recipientEmailAddress?: string };
    return emailAddress ?? recipientEmailAddress;
  });
  return [...new Set([...known, ...account, request?.email_address])].filter(
    (address): address is string => address !== undefined && address !== ERASED,
  );
}
