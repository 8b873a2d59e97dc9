import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type {
  emailAddressAdded,
  userRegistered,
  userRenamed,
  usernameChanged,
} from '@plimsoll/contracts/identity/events';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import type { StreamKind } from '@plimsoll/contracts/kernel/stream-kinds';
import type { EventStore, RecordedEvent, Revision, StreamId } from '@plimsoll/event-store/port/event-store';

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

type Data<
  Contract extends typeof userRegistered | typeof userRenamed | typeof usernameChanged | typeof emailAddressAdded,
> = EventOf<Contract>['data'];

/** Folds an account; null before it is registered. */
export function evolveUser(user: UserState | null, { type, data, revision }: RecordedEvent): UserState | null {
  if (type === 'UserRegistered') {
    const { name, emailAddress } = data as Data<typeof userRegistered>;
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
  switch (type) {
    case 'UserRenamed':
      return { ...user, name: (data as Data<typeof userRenamed>).name };
    case 'UsernameChanged':
      return { ...user, username: (data as Data<typeof usernameChanged>).username };
    case 'EmailAddressAdded':
      return {
        ...user,
        emailAddresses: [...user.emailAddresses, (data as Data<typeof emailAddressAdded>).emailAddress],
      };
    case 'EmailAddressRemoved': {
      const { emailAddress } = data as Data<typeof emailAddressAdded>;
      return { ...user, emailAddresses: user.emailAddresses.filter((other) => !isSameAddress(other, emailAddress)) };
    }
    case 'PrimaryEmailAddressChanged':
      return { ...user, primaryEmailAddress: (data as Data<typeof emailAddressAdded>).emailAddress };
    case 'ProfilePhotoChanged':
      return { ...user, photoRevision: revision };
    case 'StaffGranted':
    case 'StaffRevoked':
      return { ...user, isStaff: type === 'StaffGranted' };
    case 'ProfilePhotoRemoved':
      return { ...user, photoRevision: null };
    default:
      return user;
  }
}

/** Whether nothing of the person can be read any more. */
export const isErased = ({ name, primaryEmailAddress }: Pick<UserState, 'name' | 'primaryEmailAddress'>): boolean =>
  name === ERASED || primaryEmailAddress === ERASED;

/** What the log says of an account by now, and at which revision; null where there is none. */
export async function userNow(
  store: Pick<EventStore, 'load'>,
  userGuid: string,
): Promise<{ readonly user: UserState; readonly revision: Revision } | null> {
  const loaded = await store.load(INSTALLATION_TENANT, userStream(userGuid));
  const user = loaded.events.reduce(evolveUser, null as UserState | null);
  return user && { user, revision: loaded.revision };
}
