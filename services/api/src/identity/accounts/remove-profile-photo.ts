import { execute, isExecuted, singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { Pictures } from '../../pictures/pictures.ts';
import { userDecider, loadUser } from './user.ts';
import { removeProfilePhoto } from './remove-profile-photo.rule.ts';

/**
 * Removes a profile photo: the event first, then the picture. A repetition after an error in between completes it,
 * without removing a newer photo.
 */
export const RemoveProfilePhoto = defineCommand({
  name: 'RemoveProfilePhoto',
  needs: [Pictures],
  handle: (pictures) => async (store, envelope, userGuid: string) => {
    const outcome = await execute(
      store,
      envelope,
      singleStream({
        own: userDecider.of(userGuid),
        decide: (user) => removeProfilePhoto(userGuid, user),
      }),
    );
    if (isExecuted(outcome) && (await loadUser(store, userGuid))?.user.photoRevision === null)
      await pictures.remove('PROFILE_PHOTO', userGuid);
    return outcome;
  },
});
