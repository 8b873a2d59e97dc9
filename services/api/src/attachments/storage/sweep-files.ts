import type { FilesOwners } from '../files-owners.ts';
import type { Files } from './files.ts';

/** Age until which an upload without an event may still be in progress. */
const ORPHANS_LIVE_MS = 86_400_000;

/** The latest creation time of uploads that count as abandoned. */
export const uploadsBefore = (now: Date): Date => new Date(now.getTime() - ORPHANS_LIVE_MS);

/** Destroys abandoned uploads and files due for erasure, according to the log. Returns their number. */
export async function sweepFiles(tenant: string, files: Files, owners: FilesOwners, now: Date): Promise<number> {
  let removed = 0;
  for (const { fileGuid, ownerGuid, isStored, eraseAt } of await files.toSweep(tenant, uploadsBefore(now))) {
    const known = await Promise.all(
      [{ eventId: ownerGuid }, { taskGuid: ownerGuid }].map((owner) => owners.filesOf(tenant, owner)),
    );
    const file = known.flat().find((one) => one.fileGuid === fileGuid);
    const isOver = file ? file.state === 'ERASED' && eraseAt !== null : !isStored;
    if (isOver) removed++;
    await (isOver ? files.destroy(tenant, fileGuid) : files.markStored(tenant, fileGuid));
  }
  return removed;
}
