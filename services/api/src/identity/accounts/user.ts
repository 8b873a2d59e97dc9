import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { EventStore, Revision, StreamId } from '@plimsoll/event-store/port/event-store';
import * as streams from '@plimsoll/contracts/identity/streams';
import { decider, type RecordedOf } from '../../commands/decider.ts';
import { heldBy, nameKind, unlessErased, type ReservedName } from '../../commands/reserved-name.ts';

/** State of an account. */
export interface UserState {
  readonly name: string;
  readonly username: string | null;
  readonly primaryEmailAddress: string;
  /** All verified addresses, including the primary one, in the order of their verification. */
  readonly emailAddresses: readonly string[];
  /** Revision of the event that set the photo; null where there is none. */
  readonly photoRevision: Revision | null;
  /** Whether they are a member of staff. */
  readonly isStaff: boolean;
}

export const userStream = (userGuid: string): StreamId<StreamKind> => ({ kind: 'user', guid: userGuid });

/** Whether two addresses are equal, regardless of case. */
export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Addresses and usernames are unique in the installation, regardless of case. */
const addressNames = nameKind('email address', (emailAddress: string) => `email:${emailAddress.toLowerCase()}`);
const usernames = nameKind('username', (username: string) => `username:${username.toLowerCase()}`);

/** Key that reserves an address for one account in the installation's log. */
export const addressReservation = (emailAddress: string): ReservedName => addressNames.of(emailAddress);
export const usernameReservation = (username: string): ReservedName => usernames.of(username);

/** Folds an account; null before it is registered. */
function evolveUser(user: UserState | null, event: RecordedOf<typeof streams.userStream>): UserState | null {
  if (event.type === 'UserRegistered') {
    const { name, emailAddress } = event.data;
    return {
      name,
      username: null,
      primaryEmailAddress: emailAddress,
      emailAddresses: [emailAddress],
      photoRevision: null,
      isStaff: false,
    };
  }
  if (!user) return null;
  switch (event.type) {
    case 'UserRenamed':
      return { ...user, name: event.data.name };
    case 'UsernameChanged':
      return { ...user, username: event.data.username };
    case 'EmailAddressAdded':
      return {
        ...user,
        emailAddresses: [...user.emailAddresses, event.data.emailAddress],
      };
    case 'EmailAddressRemoved': {
      const { emailAddress } = event.data;
      return { ...user, emailAddresses: user.emailAddresses.filter((other) => !isSameAddress(other, emailAddress)) };
    }
    case 'PrimaryEmailAddressChanged':
      return { ...user, primaryEmailAddress: event.data.emailAddress };
    case 'ProfilePhotoChanged':
      return { ...user, photoRevision: event.revision };
    case 'StaffGranted':
    case 'StaffRevoked':
      return { ...user, isStaff: event.type === 'StaffGranted' };
    case 'ProfilePhotoRemoved':
      return { ...user, photoRevision: null };
    default:
      return user;
  }
}

export const userDecider = decider({
  stream: streams.userStream,
  initial: null as UserState | null,
  evolve: evolveUser,
});

export const accountNames = heldBy(
  userDecider,
  [addressNames, (user) => (user?.emailAddresses ?? []).map((address) => unlessErased(addressNames, address))],
  [usernames, (user) => (user?.username ? [unlessErased(usernames, user.username)] : [])],
);

/** Whether the person's data has been erased. */
export const isErased = ({ name, primaryEmailAddress }: Pick<UserState, 'name' | 'primaryEmailAddress'>): boolean =>
  name === ERASED || primaryEmailAddress === ERASED;

/** Current state and revision of an account; null where there is none. */
export async function loadUser(
  store: Pick<EventStore, 'load'>,
  userGuid: string,
): Promise<{ readonly user: UserState; readonly revision: Revision } | null> {
  const { state: user, revision } = await userDecider.of(userGuid).load(store, INSTALLATION_TENANT);
  return user && { user, revision };
}
