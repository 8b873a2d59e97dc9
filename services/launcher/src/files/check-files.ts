import { createHash } from 'node:crypto';
import { DiskFiles } from '@plimsoll/api/attachments/storage/disk-files';
import { FilesUnavailable } from '@plimsoll/api/attachments/storage/files-away';
import { Files, fileKey, thumbnailKeys } from '@plimsoll/api/attachments/storage/files';
import { openFileStore } from '@plimsoll/api/attachments/storage/open-file-store';
import { sealedSize } from '@plimsoll/api/attachments/storage/sealed-frames';
import type { AttachmentEvent } from '@plimsoll/contracts/attachments/events';
import type { RecordedEvent } from '@plimsoll/event-store/port/event-store';
import pg from 'pg';
import { withLog } from '../read-models/with-log.ts';
import type { Workplace } from '../workplace.ts';
import { filesFolder } from './files-folder.ts';

const PAGE = 1_000;
/** An upload without an event may still be in progress for a day. */
const MAX_UPLOAD_MS = 86_400_000;

interface LoggedFile {
  readonly size: number;
  readonly sha256: string;
  isErased: boolean;
}

/** The files that an organization's log mentions, by the guid of their bytes. */
async function filesInLog(
  read: (after: number) => Promise<{ readonly events: readonly RecordedEvent[]; readonly head: number }>,
): Promise<Map<string, LoggedFile>> {
  const logged = new Map<string, LoggedFile>();
  /** An attachment keeps its bytes through all later events. */
  const bytesOf = new Map<string, string>();
  for (let after = 0; ; ) {
    const { events, head } = await read(after);
    for (const event of events) {
      after = event.position;
      if (!event.type.startsWith('Attachment')) continue;
      const { type, data } = event as unknown as AttachmentEvent;
      if (type === 'AttachmentsAwaited') continue;
      const of = `${event.stream.kind}:${event.stream.guid} ${data.attachmentGuid}`;
      if (type === 'AttachmentAdded') {
        bytesOf.set(of, data.fileGuid);
        logged.set(data.fileGuid, { size: data.size, sha256: data.sha256, isErased: false });
      }
      const file = logged.get(bytesOf.get(of) ?? '');
      if (file && (type === 'AttachmentErased' || type === 'AttachmentRestored'))
        file.isErased = type === 'AttachmentErased';
    }
    if (events.length === 0 || after >= head) return logged;
  }
}

/** SHA-256 of a stored file; null if its bytes are not those that were sealed with its key. */
async function digestOf(files: Files, tenant: string, fileGuid: string, size: number): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const bytes of (await files.read(tenant, fileGuid, { from: 0, to: size, size })) ?? [])
      hash.update(bytes as Buffer);
  } catch (error) {
    if (error instanceof FilesUnavailable) throw error;
    return null;
  }
  return hash.digest('hex');
}

/**
 * Compares stored files with the log: prints a line for each event whose bytes or key are missing, whose length differs
 * or whose digest is not that of the event, and for bytes and keys without an event. Reads every file. Possible uploads
 * in progress are counted separately.
 * @returns 1 if there is such a line.
 */
export const checkFiles = ({ configuration, database, keys }: Workplace, { now = new Date() } = {}): Promise<number> =>
  withLog({ database, keys }, async ({ log }) => {
    const pool = new pg.Pool({ connectionString: database.appUrl, max: 1 });
    try {
      const folder = filesFolder(configuration.dataDir);
      const store = await openFileStore(folder, configuration.filesBucket);
      const files = new Files(pool, keys.sealingKey, store, new DiskFiles(folder));
      const stored = new Map<string, { readonly bytes: number; readonly changedAt: Date }>();
      for await (const { key, bytes, changedAt } of store.list()) stored.set(key, { bytes, changedAt });
      const errors: string[] = [];
      let whole = 0;
      let underWay = 0;
      const isYoung = (at: Date): boolean => now.getTime() - at.getTime() < MAX_UPLOAD_MS;
      for (const { tenant } of await log.heads()) {
        const logged = await filesInLog((after) => log.read(tenant, after, PAGE));
        const rows = new Map((await files.known(tenant)).map((row) => [row.fileGuid, row]));
        for (const [fileGuid, { size, sha256, isErased }] of logged) {
          const key = fileKey(tenant, fileGuid);
          const [row, bytes] = [rows.get(fileGuid), stored.get(key)];
          rows.delete(fileGuid);
          stored.delete(key);
          // Those of an erased file are reported with other bytes that nothing refers to.
          if (row) for (const thumbnail of thumbnailKeys(tenant, fileGuid)) stored.delete(thumbnail);
          if (isErased) {
            // Before its deadline, bytes and key both exist.
            if (!row && bytes) errors.push(`${key}  was erased, and its bytes lie here without a key`);
          } else if (!row) errors.push(`${key}  has an event and no key`);
          else if (!bytes) errors.push(`${key}  has an event and no bytes`);
          else if (bytes.bytes !== sealedSize(size))
            errors.push(`${key}  has ${bytes.bytes} bytes instead of ${sealedSize(size)}`);
          else if ((await digestOf(files, tenant, fileGuid, size)) !== sha256)
            errors.push(`${key}  has other bytes than its event says`);
          else whole++;
        }
        for (const [fileGuid, { madeAt }] of rows) {
          const key = fileKey(tenant, fileGuid);
          const bytes = stored.get(key);
          stored.delete(key);
          if (isYoung(madeAt)) underWay++;
          else errors.push(`${key}  has a key${bytes ? ' and bytes' : ''} and no event`);
        }
      }
      for (const [key, { changedAt }] of stored) {
        if (isYoung(changedAt)) underWay++;
        else errors.push(`${key}  has bytes and no event`);
      }
      for (const error of errors) console.log(error);
      console.log(`${whole} files are whole, ${underWay} uploads may be under way, ${errors.length} faults`);
      return errors.length > 0 ? 1 : 0;
    } finally {
      await pool.end();
    }
  });
