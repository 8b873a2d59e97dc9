import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { profilePhotoRemoved } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { execute, isExecuted, ofOneStream } from '../../commands/execute.ts';
import { command } from '../../commands/use-case.ts';
import { Pictures } from '../../pictures/pictures.ts';
import { evolveUser, userNow, userStream, type UserState } from './user.ts';

/** Refuses: UsernameDoesNotExist, ProfilePhotoNotFound. */
export function removeProfilePhoto(
  userGuid: string,
  user: UserState | null,
): Decision<EventOf<typeof profilePhotoRemoved>> {
  if (!user) return refuse('UsernameDoesNotExist');
  return user.photoRevision === null
    ? refuse('ProfilePhotoNotFound')
    : [{ type: 'ProfilePhotoRemoved', data: { userGuid } }];
}

/**
 * The event first, then the picture: a repetition after an error in between completes it, without removing a photo that
 * was set since.
 */
export const RemoveProfilePhoto = command(
  'RemoveProfilePhoto',
  [Pictures],
  (pictures) => async (store, envelope, userGuid: string) => {
    const outcome = await execute(
      store,
      envelope,
      ofOneStream({
        stream: userStream(userGuid),
        initial: null as UserState | null,
        evolve: evolveUser,
        decide: (user) => removeProfilePhoto(userGuid, user),
      }),
    );
    if (isExecuted(outcome) && (await userNow(store, userGuid))?.user.photoRevision === null)
      await pictures.remove('PROFILE_PHOTO', userGuid);
    return outcome;
  },
);
