import { erasePerson, type Erased, type Erasure } from '@plimsoll/event-store/crypto/erase-person';
import { eraseFilesOf, type ErasingFiles } from '../attachments/erase-files-of.ts';
import { RevokeAuditor } from '../auditors/revoke-auditor.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';
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
 * device key that opens drafts in browsers, their photo and their sign-up answers; an auditor's grant is revoked.
 * Idempotent: the same command does what is left.
 */
export async function erasePersonAndDrafts(
  { deviceKeys, pictures, signUps, ...reached }: Erasing,
  erasure: Erasure,
): Promise<Erased> {
  const erased = await erasePerson(reached.store, reached.vault, erasure, async () => {
    await eraseInvitationsOf(erasure, reached);
    await revokeGrantOf(erasure, reached);
  });
  if (erased.status === 'erased') await eraseFilesOf(erasure, reached);
  if (erased.status === 'erased' && erasure.subject.kind === 'MEMBER') {
    await deviceKeys.destroy(erasure.subject.guid);
    await pictures.remove('PROFILE_PHOTO', erasure.subject.guid);
    await signUps.forget(erasure.subject.guid);
  }
  return erased;
}

/** An auditor without a name must not go on reading. */
async function revokeGrantOf(
  { tenant, subject, commandId }: Erasure,
  { commands }: Pick<Erasing, 'commands'>,
): Promise<void> {
  if (subject.kind !== 'AUDITOR') return;
  const envelope = systemEnvelope({ tenant, name: `erasure ${commandId} revokes ${subject.guid}` });
  const outcome = (await commands.execute(new RevokeAuditor(envelope, subject.guid))) as Outcome;
  if (!isExecuted(outcome)) throw new Error(`The log did not take that a grant is revoked: ${outcome.refused}`);
}
