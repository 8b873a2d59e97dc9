import type { CommandBus } from '@nestjs/cqrs';
import type { Erasure } from '@plimsoll/event-store/crypto/erase-person';
import { systemEnvelope } from '../commands/own-envelope.ts';
import type { Attached } from './attached.ts';
import { ChangeAttachment } from './change-attachment.ts';
import type { FilesOwner, FilesOwners } from './files-owners.ts';
import type { Files } from './storage/files.ts';

export interface ErasingFiles {
  readonly commands: CommandBus;
  readonly owners: FilesOwners;
  readonly files: Files;
}

/** Reason in the log. It must not contain a personal name. */
const REASON = 'A person whom it shows was erased';

/**
 * Destroys all files that show an erased person: first key and bytes, then the event. Idempotent: repeated, it finds
 * what is left. Files erased before get no second event.
 */
export async function eraseFilesOf(
  { tenant, subject, commandId }: Erasure,
  { commands, ...where }: ErasingFiles,
): Promise<number> {
  let erased = 0;
  for await (const { owner, attachmentGuid, fileGuid, state } of filesShowing(tenant, subject, where)) {
    await where.files.destroy(tenant, fileGuid);
    if (state !== 'ERASED')
      await commands.execute(
        new ChangeAttachment(
          systemEnvelope({ tenant, name: `erasure ${commandId} ${attachmentGuid}` }),
          owner,
          attachmentGuid,
          { command: 'erase', reason: REASON },
          true,
        ),
      );
    erased++;
  }
  return erased;
}

/** All existing files that show a person, with their owners. */
export async function* filesShowing(
  tenant: string,
  subject: Erasure['subject'],
  { owners, files }: Pick<ErasingFiles, 'owners' | 'files'>,
): AsyncGenerator<Attached & { readonly owner: FilesOwner }> {
  if (subject.kind === 'INCIDENT_TEXT') return;
  const isShown = ({ personGuids, eventId }: Attached): boolean =>
    personGuids.includes(subject.guid) && (!('incidentGuid' in subject) || eventId === subject.incidentGuid);
  for (const ownerGuid of new Set((await files.known(tenant)).map((file) => file.ownerGuid))) {
    for (const owner of [{ eventId: ownerGuid }, { taskGuid: ownerGuid }] satisfies FilesOwner[]) {
      for (const file of (await owners.filesOf(tenant, owner)).filter(isShown)) yield { ...file, owner };
    }
  }
}
