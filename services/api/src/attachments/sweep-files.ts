import type { IncidentLog } from '../incidents/incident-log.ts';
import type { Files } from './files.ts';

/** For so long an upload without its event may still be one that is under way. */
const ORPHANS_LIVE_MS = 86_400_000;

/** Destroys what an organization has of uploads that came to nothing, and what was erased and is due. The log says which. */
export async function sweepFiles(tenant: string, files: Files, incidents: IncidentLog, now: Date): Promise<number> {
  let gone = 0;
  for (const { fileGuid, ownerGuid, isKept, eraseAt } of await files.toSweep(tenant, new Date(now.getTime() - ORPHANS_LIVE_MS))) {
    const incident = await incidents.find(tenant, ownerGuid);
    const known = incident.state === 'UNREPORTED' ? [] : (incident.state === 'DELETED' ? incident.before : incident).attachments;
    const file = known.find((one) => one.fileGuid === fileGuid);
    const isOver = file ? file.state === 'ERASED' && eraseAt !== null : !isKept;
    if (isOver) gone++;
    await (isOver ? files.destroy(tenant, fileGuid) : files.noteKept(tenant, fileGuid));
  }
  return gone;
}
