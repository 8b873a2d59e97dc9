import type { CreatedAccessKind } from '@plimsoll/contracts/members/created-access';
import { auditorGrantStream } from '@plimsoll/contracts/auditors/streams';
import { apiKeyStream, webhookStream } from '@plimsoll/contracts/integration/streams';
import { invitationStream } from '@plimsoll/contracts/members/streams';
import { decider, type Decider, type LoadedState } from '../commands/decider.ts';
import type { Decided } from '../commands/execute.ts';
import type { ReservedName } from '../commands/reserved-name.ts';

/** Who answers for something, and whether it still opens the organization to anyone. */
export interface OwnedState {
  readonly isOpen: boolean;
  readonly ownerGuid: string | null;
}

const none: OwnedState = { isOpen: false, ownerGuid: null };

/** Ownership of each kind of created access, folded from its stream. */
export const ownedDeciders: Readonly<Record<CreatedAccessKind, Decider<OwnedState>>> = {
  INVITATION: decider({
    stream: invitationStream,
    initial: none,
    evolve: (state, event) => {
      if (event.type === 'InvitationSent') return { isOpen: true, ownerGuid: event.metadata.actor.userGuid };
      if (event.type === 'InvitationOwnerChanged') return { ...state, ownerGuid: event.data.ownerGuid };
      return { ...state, isOpen: false };
    },
  }),
  API_KEY: decider({
    stream: apiKeyStream,
    initial: none,
    evolve: (state, event) => {
      if (event.type === 'ApiKeyCreated') return { isOpen: true, ownerGuid: event.metadata.actor.userGuid };
      if (event.type === 'ApiKeyOwnerChanged') return { ...state, ownerGuid: event.data.ownerGuid };
      return { ...state, isOpen: false };
    },
  }),
  WEBHOOK: decider({
    stream: webhookStream,
    initial: none,
    evolve: (state, event) => {
      if (event.type === 'WebhookCreated') return { isOpen: true, ownerGuid: event.metadata.actor.userGuid };
      if (event.type === 'WebhookOwnerChanged') return { ...state, ownerGuid: event.data.ownerGuid };
      return event.type === 'WebhookRemoved' ? { ...state, isOpen: false } : state;
    },
  }),
  AUDITOR_GRANT: decider({
    stream: auditorGrantStream,
    initial: none,
    evolve: (state, event) => {
      if (event.type === 'AuditorGranted') return { isOpen: true, ownerGuid: event.metadata.actor.userGuid };
      if (event.type === 'AuditorGrantOwnerChanged') return { ...state, ownerGuid: event.data.ownerGuid };
      return event.type === 'AuditorRevoked' ? { ...state, isOpen: false } : state;
    },
  }),
};

const revocations = {
  INVITATION: { type: 'InvitationRevoked', data: {} },
  API_KEY: { type: 'ApiKeyRevoked', data: {} },
  WEBHOOK: { type: 'WebhookRemoved', data: {} },
  AUDITOR_GRANT: { type: 'AuditorRevoked', data: {} },
} as const satisfies Record<CreatedAccessKind, object>;

const ownerChanges = {
  INVITATION: 'InvitationOwnerChanged',
  API_KEY: 'ApiKeyOwnerChanged',
  WEBHOOK: 'WebhookOwnerChanged',
  AUDITOR_GRANT: 'AuditorGrantOwnerChanged',
} as const satisfies Record<CreatedAccessKind, string>;

/** Something that a member created, with its stream as loaded. */
export interface LoadedAccess {
  readonly kind: CreatedAccessKind;
  /** Name that is reserved while it is open. */
  readonly reservation: ReservedName | null;
  readonly loaded: LoadedState<OwnedState>;
}

export interface Settlement {
  readonly ownerGuid: string;
  /** Kinds that are revoked; the others are passed on. */
  readonly revoke: ReadonlySet<CreatedAccessKind>;
  /** Who answers for what is passed on; null where nobody can: then everything is revoked. */
  readonly heirGuid: string | null;
}

/** Revokes or passes on what a member created and still owns. What has ended, or has another owner, stays as it is. */
export function settleCreatedAccess(
  accesses: readonly LoadedAccess[],
  { ownerGuid, revoke, heirGuid }: Settlement,
): Required<Pick<Decided, 'records' | 'releases'>> {
  const open = accesses.filter(({ loaded: { state } }) => state.isOpen && state.ownerGuid === ownerGuid);
  const isRevoked = ({ kind }: LoadedAccess): boolean => heirGuid === null || revoke.has(kind);
  return {
    records: open.map((access) => ({
      stream: access.loaded.stream,
      event: isRevoked(access)
        ? revocations[access.kind]
        : { type: ownerChanges[access.kind], data: { ownerGuid: heirGuid! } },
    })),
    releases: open.filter(isRevoked).flatMap(({ reservation }) => (reservation === null ? [] : [reservation])),
  };
}
