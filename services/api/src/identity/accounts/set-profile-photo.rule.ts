import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { profilePhotoChanged } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import type { UserState } from './user.ts';

/** Sets a profile photo. Refuses: UsernameDoesNotExist. */
export function setProfilePhoto(
  userGuid: string,
  user: UserState | null,
): Decision<EventOf<typeof profilePhotoChanged>> {
  return user ? [{ type: 'ProfilePhotoChanged', data: { userGuid } }] : refuse('UsernameDoesNotExist');
}
