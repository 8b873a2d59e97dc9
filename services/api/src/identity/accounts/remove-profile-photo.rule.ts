import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { profilePhotoRemoved } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import type { UserState } from './user.ts';

/** Removes a profile photo. Refuses: UsernameDoesNotExist, ProfilePhotoNotFound. */
export function removeProfilePhoto(
  userGuid: string,
  user: UserState | null,
): Decision<EventOf<typeof profilePhotoRemoved>> {
  if (!user) return refuse('UsernameDoesNotExist');
  return user.photoRevision === null
    ? refuse('ProfilePhotoNotFound')
    : [{ type: 'ProfilePhotoRemoved', data: { userGuid } }];
}
