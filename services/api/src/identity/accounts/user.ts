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

/** Key that reserves an address for one account in the installation's log. */
export const addressReservation = (emailAddress: string): string => `email:${emailAddress.toLowerCase()}`;
export const usernameReservation = (username: string): string => `username:${username.toLowerCase()}`;

type Data<
  Contract extends typeof userRegistered | typeof userRenamed | typeof usernameChanged | typeof emailAddressAdded,
> = EventOf<Contract>['data'];

/** Applies an event to an account; null before it is registered. */
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

/** Whether the person's data was erased. */
export const isErased = ({ name, primaryEmailAddress }: Pick<UserState, 'name' | 'primaryEmailAddress'>): boolean =>
  name === ERASED || primaryEmailAddress === ERASED;

/** Current state and revision of an account; null where there is none. */
export async function userNow(
  store: Pick<EventStore, 'load'>,
  userGuid: string,
): Promise<{ readonly user: UserState; readonly revision: Revision } | null> {
  const loaded = await store.load(INSTALLATION_TENANT, userStream(userGuid));
  if (loaded.status !== 'loaded') throw new Error('Only commands are repeated');
  const user = loaded.events.reduce(evolveUser, null as UserState | null);
  return user && { user, revision: loaded.revision };
}
