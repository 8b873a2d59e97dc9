import { erasePerson, type Erased, type Erasure } from '@plimsoll/event-store/crypto/erase-person';
import { eraseFilesOf, type ErasingFiles } from '../attachments/erase-files-of.ts';
import type { DeviceKeys } from '../identity/device-keys/device-keys.ts';
import type { SignUps } from '../identity/accounts/sign-ups.ts';
import type { Pictures } from '../pictures/pictures.ts';
import { eraseInvitationsOf, type ErasingInvitations } from './erase-invitations-of.ts';

export interface Erasing extends ErasingFiles, ErasingInvitations {
  readonly deviceKeys: DeviceKeys;
  readonly pictures: Pictures;
  readonly signUps: SignUps;
}

/**
 * Erases a subject in the log and destroys the files that show them. For a member it also erases their invitations, the
 * device key that opens drafts in browsers, their photo and their sign-up answers. Idempotent: the same command does
 * what is left.
 */
export async function erasePersonAndDrafts(
  { deviceKeys, pictures, signUps, ...reached }: Erasing,
  erasure: Erasure,
): Promise<Erased> {
  const erased = await erasePerson(reached.store, reached.vault, erasure, () => eraseInvitationsOf(erasure, reached));
  if (erased.status === 'erased') await eraseFilesOf(erasure, reached);
  if (erased.status === 'erased' && erasure.subject.kind === 'MEMBER') {
    await deviceKeys.destroy(erasure.subject.guid);
    await pictures.remove('PROFILE_PHOTO', erasure.subject.guid);
    await signUps.forget(erasure.subject.guid);
  }
  return erased;
}
