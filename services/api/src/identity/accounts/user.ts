import { ERASED } from '@plimsoll/contracts/kernel/erased';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { EventStore, Revision, StreamId } from '@plimsoll/event-store/port/event-store';
import * as streams from '@plimsoll/contracts/identity/streams';
import { decider, type RecordedOf } from '../../commands/decider.ts';

/** An account as its stream tells of it. */
export interface UserState {
  readonly name: string;
  readonly username: string | null;
  readonly primaryEmailAddress: string;
  /** All that are verified, the primary one among them, in the order in which they came. */
  readonly emailAddresses: readonly string[];
  /** Of the event that set the photo; null where there is none. */
  readonly photoRevision: Revision | null;
  /** Whether it is one of our own staff. */
  readonly isStaff: boolean;
}

export const userStream = (userGuid: string): StreamId<StreamKind> => ({ kind: 'user', guid: userGuid });

/** Whether two addresses are one: nobody has one that differs from another's by case alone. */
export const isSameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** By which an address is one person's, in the installation's log. */
export const addressReservation = (emailAddress: string): string => `email:${emailAddress.toLowerCase()}`;
export const usernameReservation = (username: string): string => `username:${username.toLowerCase()}`;

/** Folds an account; null before it is registered. */
export function evolveUser(user: UserState | null, event: RecordedOf<typeof streams.userStream>): UserState | null {
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

/** Whether nothing of the person can be read any more. */
export const isErased = ({ name, primaryEmailAddress }: Pick<UserState, 'name' | 'primaryEmailAddress'>): boolean =>
  name === ERASED || primaryEmailAddress === ERASED;

/** What the log says of an account by now, and at which revision; null where there is none. */
export async function userNow(
  store: Pick<EventStore, 'load'>,
  userGuid: string,
): Promise<{ readonly user: UserState; readonly revision: Revision } | null> {
  const { state: user, revision } = await userDecider.of(userGuid).load(store, INSTALLATION_TENANT);
  return user && { user, revision };
}
