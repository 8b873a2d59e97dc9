import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { profilePhotoChanged } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { execute, isExecuted, singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { Pictures } from '../../pictures/pictures.ts';
import { userDecider, userNow, type UserState } from './user.ts';

/** Refuses: UsernameDoesNotExist. */
export function setProfilePhoto(
  userGuid: string,
  user: UserState | null,
): Decision<EventOf<typeof profilePhotoChanged>> {
  return user ? [{ type: 'ProfilePhotoChanged', data: { userGuid } }] : refuse('UsernameDoesNotExist');
}

/** The fact first, then the picture: a repetition after a fault in between completes it, and brings back none that another has replaced since. */
export const SetProfilePhoto = defineCommand({
  name: 'SetProfilePhoto',
  needs: [Pictures],
  handle: (pictures) => async (store, envelope, userGuid: string, picture: Buffer) => {
    const outcome = await execute(
      store,
      envelope,
      singleStream({
        own: userDecider.of(userGuid),
        decide: (user) => setProfilePhoto(userGuid, user),
      }),
    );
    if (isExecuted(outcome) && (await userNow(store, userGuid))?.user.photoRevision === outcome.revision)
      await pictures.set('PROFILE_PHOTO', userGuid, picture);
    return outcome;
  },
});
