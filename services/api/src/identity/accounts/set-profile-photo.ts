import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { profilePhotoChanged } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { execute, isExecuted, ofOneStream } from '../../commands/execute.ts';
import { command } from '../../commands/use-case.ts';
import { Pictures } from '../../pictures/pictures.ts';
import { evolveUser, userNow, userStream, type UserState } from './user.ts';

/** Refuses: UsernameDoesNotExist. */
export function setProfilePhoto(
  userGuid: string,
  user: UserState | null,
): Decision<EventOf<typeof profilePhotoChanged>> {
  return user ? [{ type: 'ProfilePhotoChanged', data: { userGuid } }] : refuse('UsernameDoesNotExist');
}

/**
 * The event first, then the picture: a repetition after an error in between completes it, without restoring a photo
 * that was replaced since.
 */
export const SetProfilePhoto = command(
  'SetProfilePhoto',
  [Pictures],
  (pictures) => async (store, envelope, userGuid: string, picture: Buffer) => {
    const outcome = await execute(
      store,
      envelope,
      ofOneStream({
        stream: userStream(userGuid),
        initial: null as UserState | null,
        evolve: evolveUser,
        decide: (user) => setProfilePhoto(userGuid, user),
      }),
    );
    if (isExecuted(outcome) && (await userNow(store, userGuid))?.user.photoRevision === outcome.revision)
      await pictures.set('PROFILE_PHOTO', userGuid, picture);
    return outcome;
  },
);
