import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { AttachmentEvent } from '@plimsoll/contracts/attachments/events';
import type { Erasure } from '@plimsoll/event-store/crypto/erase-person';
import type { KeyVault } from '@plimsoll/event-store/crypto/key-vault';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { requireReadable } from '@plimsoll/event-store/port/require-readable';
import { ListRecordsWith } from '@plimsoll/projections/audit/change-log/query';
import { isExecuted, type Outcome } from '../commands/execute.ts';
import { systemEnvelope } from '../commands/own-envelope.ts';
import type { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import { incidentDecider } from '../incidents/incident.ts';
import type { Attached } from './attached.ts';
import { EraseFileName } from './erase-file-name.ts';
import type { FilesOwner, FilesOwners } from './files-owners.ts';

export interface ErasingFileNames {
  readonly commands: CommandBus;
  readonly queries: QueryBus;
  readonly progress: ReadYourWrites;
  readonly owners: FilesOwners;
  readonly store: EventStore;
  readonly vault: KeyVault;
}

/**
 * Erases the names of all files that show an erased person, or belong to an incident whose text is erased: records each
 * erasure in the log, then destroys the key of the name. Names of files whose bytes are gone are erased too. Idempotent:
 * when repeated, it does what is left.
 */
export async function eraseFileNamesOf(erasure: Erasure, context: ErasingFileNames): Promise<void> {
  const { tenant, subject, commandId } = erasure;
  const erased = new Set<string>();
  for await (const guid of namesToErase(tenant, subject, context)) {
    if (erased.has(guid)) continue;
    erased.add(guid);
    const envelope = systemEnvelope({ tenant, name: `erasure ${commandId} name ${guid}` });
    const outcome = (await context.commands.execute(new EraseFileName(envelope, guid))) as Outcome;
    if (!isExecuted(outcome)) throw new Error(`The log did not take that a name is erased: ${outcome.refused}`);
    await context.vault.eraseSubject(tenant, { kind: 'FILE_NAME', guid });
  }
}

async function* namesToErase(
  tenant: string,
  subject: Erasure['subject'],
  context: ErasingFileNames,
): AsyncGenerator<string> {
  // An incident's own files include those that were announced and never arrived.
  if (subject.kind === 'INCIDENT_TEXT') yield* namesIn(tenant, subject.guid, context.store);
  const isConcerned = ({ eventId, personGuids }: Attached): boolean =>
    subject.kind === 'INCIDENT_TEXT'
      ? eventId === subject.guid
      : personGuids.includes(subject.guid) && (!('incidentGuid' in subject) || eventId === subject.incidentGuid);
  for await (const owner of ownersOfFiles(tenant, context)) {
    for (const file of await context.owners.filesOf(tenant, owner)) if (isConcerned(file)) yield file.attachmentGuid;
  }
}

/** Guids of all files that an incident's events have ever named. */
async function* namesIn(tenant: string, eventId: string, store: EventStore): AsyncGenerator<string> {
  const { events } = await store.load(tenant, incidentDecider.of(eventId).stream);
  for (const { type, data } of events.map(requireReadable) as AttachmentEvent[]) {
    if (type === 'AttachmentsAwaited') yield* data.awaited.map(({ attachmentGuid }) => attachmentGuid);
    else if (type === 'AttachmentAdded') yield data.attachmentGuid;
  }
}

/** Positions of the log that one query looks through. */
const WINDOW = 100_000;

/** Incidents and tasks that ever had a file, also those whose files are gone. */
async function* ownersOfFiles(
  tenant: string,
  { queries, progress }: Pick<ErasingFileNames, 'queries' | 'progress'>,
): AsyncGenerator<FilesOwner> {
  const { position: head, stale } = await progress.waitForHead(tenant, ['change-log']);
  if (stale) throw new Error('The change log is behind: the erasure is tried again');
  for (let after = 0; after < head; after += WINDOW)
    for (const { kind, guid } of await queries.execute(
      new ListRecordsWith(tenant, ['AttachmentAdded'], after, after + WINDOW),
    ))
      yield kind === 'task' ? { taskGuid: guid } : { eventId: guid };
}
