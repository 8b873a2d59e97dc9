import type { EventOf } from '@plimsoll/contracts/kernel/domain-event';
import type { profilePhotoRemoved } from '@plimsoll/contracts/identity/events';
import { refuse, type Decision } from '../../commands/decision.ts';
import { execute, isExecuted, singleStream } from '../../commands/execute.ts';
import { defineCommand } from '../../commands/define-command.ts';
import { Pictures } from '../../pictures/pictures.ts';
import { userDecider, userNow, type UserState } from './user.ts';

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

/** The fact first, then the picture: a repetition after a fault in between completes it, and takes no photo that was set since. */
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
    if (isExecuted(outcome) && (await userNow(store, userGuid))?.user.photoRevision === null)
      await pictures.remove('PROFILE_PHOTO', userGuid);
    return outcome;
  },
});
