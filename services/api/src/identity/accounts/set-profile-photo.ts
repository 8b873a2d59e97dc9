import { execute, isExecuted, singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { Pictures } from '../../pictures/pictures.ts';
import { userDecider, loadUser } from './user.ts';
import { setProfilePhoto } from './set-profile-photo.rule.ts';

/**
 * Sets a profile photo: the event first, then the picture. A repetition after an error in between completes it, without
 * replacing a newer photo.
 */
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
    if (isExecuted(outcome) && (await loadUser(store, userGuid))?.user.photoRevision === outcome.revision)
      await pictures.set('PROFILE_PHOTO', userGuid, picture);
    return outcome;
  },
});
