import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { inTenant } from '@plimsoll/event-store/postgres/in-tenant';
import { Sealing } from '@plimsoll/event-store/crypto/sealing';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { eachFreed, freeNow, piecesOf } from '../batches.ts';
import { PART, type DiskFiles } from './disk-files.ts';
import { DownloadPace } from './download-pace.ts';
import type { FileStore } from './file-store.ts';
import { openFrames, readingFrom, sealedRange, sealFrames } from './sealed-frames.ts';
import { TooManyBytes } from '../../http/body/bytes-body.ts';

/** Subject of a file's key; the prefix keeps it distinct from other subjects. */
const subjectOf = (fileGuid: string): string => `file ${fileGuid}`;
const SPOOL = 'spool/';
/** Storage key of a file. */
export const fileKey = (tenant: string, fileGuid: string): string => `${tenant}/${fileGuid}`;

export interface KnownFile {
  readonly fileGuid: string;
  readonly ownerGuid: string;
  readonly isStored: boolean;
  readonly eraseAt: Date | null;
}

/** An upload, sealed in temporary storage with a key that exists only in memory until the file is stored. */
export interface Spooled {
  /** Guid of the file if it is stored unchanged. */
  readonly fileGuid: string;
  readonly size: number;
  readonly receivedSha256: string;
  /** The content as received. */
  stream(): AsyncIterable<Buffer>;
  /** The whole content, valid until the next read: one file is in memory at a time (`FileTurns`). */
  read(): Promise<Buffer>;
  /** Stores it unchanged, without sealing it again; otherwise like `Files.storeFile`. */
  storeFile(ownerGuid: string): Promise<void>;
  drop(): Promise<void>;
}

/**
 * Stores the files of organizations. Each is sealed with a key of its own, which is wrapped in a table apart from the
 * bytes.
 */
export class Files {
  readonly #sealing: Sealing;
  readonly #pace = new DownloadPace();
  /** Buffer for the file being checked: a new large buffer for each would stay in memory for long afterwards. */
  #buffer: Buffer | undefined;

  /** @param sealingKey 32 bytes in base64. @param spool temporary storage on a local disk until files are checked. */
  constructor(
    private readonly pool: pg.Pool,
    sealingKey: string,
    private readonly store: FileStore,
    private readonly spool: DiskFiles,
  ) {
    this.#sealing = new Sealing(Buffer.from(sealingKey, 'base64'));
  }

  /** Receives an upload. @throws TooManyBytes as soon as it exceeds `maxBytes`. */
  async receive(tenant: string, body: AsyncIterable<Buffer>, maxBytes: number): Promise<Spooled> {
    const fileGuid = uuidv7();
    const name = `${SPOOL}${fileGuid}`;
    const { key, wrapped } = this.#sealing.freshKey({ tenant, subject: subjectOf(fileGuid) });
    const hash = createHash('sha256');
    let size = 0;
    const { spool } = this;
    const bufferFor = (bytes: number): Buffer => (this.#buffer ??= Buffer.allocUnsafeSlow(maxBytes)).subarray(0, bytes);
    await spool.put(
      name,
      sealFrames(
        key,
        fileGuid,
        (async function* counted() {
          for await (const bytes of body) {
            size += bytes.length;
            if (size > maxBytes) throw new TooManyBytes();
            hash.update(bytes);
            yield bytes;
            freeNow(bytes);
          }
        })(),
      ),
    );
    const stream = async function* () {
      yield* openFrames(key, fileGuid, piecesOf(spool.pathOf(name)), { from: 0, to: size, size });
    };
    return {
      fileGuid,
      size,
      receivedSha256: hash.digest('hex'),
      stream,
      async read() {
        const content = bufferFor(size);
        let at = 0;
        for await (const bytes of stream()) {
          at += bytes.copy(content, at);
          freeNow(bytes);
        }
        return content;
      },
      storeFile: async (ownerGuid) => {
        await this.#storeKey(tenant, ownerGuid, fileGuid, wrapped, size);
        await this.store.take(fileKey(tenant, fileGuid), spool.pathOf(name));
      },
      drop: () => spool.delete(name),
    };
  }

  /** Removes uploads of processes that crashed; their keys are lost. */
  async clearSpool(before: Date): Promise<void> {
    for await (const { key, changedAt } of this.spool.list())
      if ((key.startsWith(SPOOL) || key.endsWith(PART)) && changedAt < before) await this.spool.delete(key);
  }

  /**
   * Stores a changed file; durable when it resolves. Without an event that refers to it, it is removed later. @param
   * onSealed called when `content` is no longer needed.
   */
  async storeFile(
    tenant: string,
    ownerGuid: string,
    fileGuid: string,
    content: Buffer,
    onSealed: () => void,
  ): Promise<void> {
    const { key, wrapped } = this.#sealing.freshKey({ tenant, subject: subjectOf(fileGuid) });
    await this.#storeKey(tenant, ownerGuid, fileGuid, wrapped, content.length);
    await this.store.put(
      fileKey(tenant, fileGuid),
      (async function* sealed() {
        yield* sealFrames(key, fileGuid, [content]);
        onSealed();
      })(),
    );
  }

  /** Marks a file as referenced by an event in the log. */
  async markStored(tenant: string, fileGuid: string): Promise<void> {
    await inTenant(this.pool, tenant, (client) =>
      client.query('update attachment_files set is_kept = true, erase_at = null where tenant = $1 and file_guid = $2', [
        tenant,
        fileGuid,
      ]),
    );
  }

  /** Schedules the destruction of an erased file. */
  async scheduleErasure(tenant: string, fileGuid: string, at: Date): Promise<void> {
    await inTenant(this.pool, tenant, (client) =>
      client.query('update attachment_files set erase_at = $3 where tenant = $1 and file_guid = $2', [
        tenant,
        fileGuid,
        at,
      ]),
    );
  }

  /** Whether its key and bytes still exist. */
  async exists(tenant: string, fileGuid: string): Promise<boolean> {
    return (await this.#row(tenant, fileGuid)) !== undefined;
  }

  /** The bytes from `from` until before `to`; null when the file is destroyed. */
  async read(
    tenant: string,
    fileGuid: string,
    range: { readonly from: number; readonly to: number; readonly size: number },
  ): Promise<Readable | null> {
    const row = await this.#row(tenant, fileGuid);
    const sealed = row && (await this.store.get(fileKey(tenant, fileGuid), sealedRange(range.from, range.to)));
    if (!sealed) return null;
    const key = this.#sealing.unwrap({ tenant, subject: subjectOf(fileGuid) }, row.wrapped);
    return readingFrom(sealed, openFrames(key, fileGuid, this.#pace.of(eachFreed(sealed)), range));
  }

  /** Destroys a file, key first: bytes that an error leaves behind are then unreadable. */
  async destroy(tenant: string, fileGuid: string): Promise<void> {
    await inTenant(this.pool, tenant, (client) =>
      client.query('update attachment_files set wrapped = $3 where tenant = $1 and file_guid = $2', [
        tenant,
        fileGuid,
        Buffer.alloc(0),
      ]),
    );
    await this.store.delete(fileKey(tenant, fileGuid));
    await inTenant(this.pool, tenant, (client) =>
      client.query('delete from attachment_files where tenant = $1 and file_guid = $2', [tenant, fileGuid]),
    );
  }

  /** Candidates for removal: uploads before a moment without a known event, and files due for erasure. */
  async toSweep(tenant: string, before: Date): Promise<readonly KnownFile[]> {
    const { rows } = await inTenant(this.pool, tenant, (client) =>
      client.query<KnownFile>(
        `select file_guid as "fileGuid", owner_guid as "ownerGuid", is_kept as "isStored", erase_at as "eraseAt" from attachment_files
       where tenant = $1 and ((not is_kept and made_at < $2) or erase_at <= clock_timestamp())`,
        [tenant, before],
      ),
    );
    return rows;
  }

  /** All files of an organization that have a key. */
  async known(
    tenant: string,
  ): Promise<readonly { readonly fileGuid: string; readonly ownerGuid: string; readonly madeAt: Date }[]> {
    const { rows } = await inTenant(this.pool, tenant, (client) =>
      client.query<{ fileGuid: string; ownerGuid: string; madeAt: Date }>(
        'select file_guid as "fileGuid", owner_guid as "ownerGuid", made_at as "madeAt" from attachment_files where tenant = $1 and length(wrapped) > 0',
        [tenant],
      ),
    );
    return rows;
  }

  /** Stores the key before the bytes: the sweep finds a file with a key but without an event. */
  async #storeKey(tenant: string, ownerGuid: string, fileGuid: string, wrapped: Buffer, size: number): Promise<void> {
    await inTenant(this.pool, tenant, (client) =>
      client.query(
        'insert into attachment_files (tenant, file_guid, owner_guid, wrapped, size) values ($1, $2, $3, $4, $5)',
        [tenant, fileGuid, ownerGuid, wrapped, size],
      ),
    );
  }

  async #row(tenant: string, fileGuid: string): Promise<{ readonly wrapped: Buffer } | undefined> {
    const { rows } = await inTenant(this.pool, tenant, (client) =>
      client.query<{ wrapped: Buffer }>(
        'select wrapped from attachment_files where tenant = $1 and file_guid = $2 and length(wrapped) > 0',
        [tenant, fileGuid],
      ),
    );
    return rows[0];
  }
}
