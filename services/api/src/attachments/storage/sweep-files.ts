import type { FilesOwners } from '../files-owners.ts';
import type { Files } from './files.ts';

/** For so long an upload without its event may still be one that is under way. */
const ORPHANS_LIVE_MS = 86_400_000;

/** What came before this moment and has no event is not under way any more. */
export const uploadsBefore = (now: Date): Date => new Date(now.getTime() - ORPHANS_LIVE_MS);

/** Destroys what an organization has of uploads that came to nothing, and what was erased and is due. The log says which. */
export async function sweepFiles(tenant: string, files: Files, owners: FilesOwners, now: Date): Promise<number> {
  let gone = 0;
  for (const { fileGuid, ownerGuid, isKept, eraseAt } of await files.toSweep(tenant, uploadsBefore(now))) {
    const known = await Promise.all(
      [{ eventId: ownerGuid }, { taskGuid: ownerGuid }].map((owner) => owners.filesOf(tenant, owner)),
    );
    const file = known.flat().find((one) => one.fileGuid === fileGuid);
    const isOver = file ? file.state === 'ERASED' && eraseAt !== null : !isKept;
    if (isOver) gone++;
    await (isOver ? files.destroy(tenant, fileGuid) : files.noteKept(tenant, fileGuid));
  }
  return gone;
}
