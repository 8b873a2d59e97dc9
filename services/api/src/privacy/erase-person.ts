import { erasePerson, type Erased, type Erasure } from '@plimsoll/event-store/crypto/erase-person';
import { eraseFileNamesOf, type ErasingFileNames } from '../attachments/erase-file-names-of.ts';
import { eraseFilesOf, type ErasingFiles } from '../attachments/erase-files-of.ts';
import { RevokeAuditor } from '../auditors/revoke-auditor.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import type { DeviceKeys } from '../identity/device-keys/device-keys.ts';
import type { CreatedAccesses } from '../members/created-access.ts';
import { revokeCreatedAccess } from '../members/revoke-created-access.ts';
import { eraseInvitationsOf, type ErasingInvitations } from './erase-invitations-of.ts';

export interface Erasing extends ErasingFiles, ErasingFileNames, ErasingInvitations {
  readonly deviceKeys: Pick<DeviceKeys, 'destroy'>;
  readonly created: CreatedAccesses;
}

/**
 * Erases a subject in the log and destroys the files that show them, with their names. For a member it also erases their invitations,
 * revokes what they created and still own, and destroys the organization's device key that opens drafts in browsers; an
 * auditor's grant is revoked. What the person has by their account alone stays: its device key, photo, sign-up answers
 * and pending addresses are not the organization's. Idempotent: the same command does what is left.
 */
export async function erasePersonAndDrafts(
  { deviceKeys, created, ...reached }: Erasing,
  erasure: Erasure,
): Promise<Erased> {
  const erased = await erasePerson(reached.store, reached.vault, erasure, async () => {
    await eraseInvitationsOf(erasure, reached);
    await revokeGrantOf(erasure, reached);
    await eraseFileNamesOf(erasure, reached);
  });
  if (erased.status === 'erased') await eraseFilesOf(erasure, reached);
  if (erased.status === 'erased' && erasure.subject.kind === 'MEMBER') {
    const { tenant, subject } = erasure;
    await revokeCreatedAccess(reached.store, created, systemEnvelope({ tenant }), { ownerGuid: subject.guid });
    await deviceKeys.destroy(tenant, subject.guid);
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
