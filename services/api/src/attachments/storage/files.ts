import { createHash, type KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { thumbnailWidths } from '@plimsoll/contracts/attachments/requests';
import { inTenant } from '@plimsoll/event-store/postgres/in-tenant';
import { Sealing } from '@plimsoll/event-store/crypto/sealing';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { eachFreed, freeNow, piecesOf } from '../batches.ts';
import { PART, type DiskFiles } from './disk-files.ts';
import { DownloadPace } from './download-pace.ts';
import type { FileStore } from './file-store.ts';
import { openFrames, readingFrom, sealedRange, sealFrames } from './sealed-frames.ts';
import { openThumbnail, sealThumbnail } from './sealed-thumbnail.ts';
import { TooManyBytes } from '../../http/body/bytes-body.ts';
import { throwRefusal } from '../../http/problems/problem-of.ts';

/** Subject of a file's key; the prefix keeps it distinct from other subjects. */
const subjectOf = (fileGuid: string): string => `file ${fileGuid}`;
const SPOOL = 'spool/';
/** Storage key of a file. */
export const fileKey = (tenant: string, fileGuid: string): string => `${tenant}/${fileGuid}`;

/** Storage keys of a file's thumbnails. */
export const thumbnailKeys = (tenant: string, fileGuid: string): string[] =>
  thumbnailWidths.map((width) => thumbnailKey(tenant, fileGuid, width));
const thumbnailKey = (tenant: string, fileGuid: string, width: string): string =>
  `${fileKey(tenant, fileGuid)}-${width}`;

export interface KnownFile {
  readonly fileGuid: string;
  readonly ownerGuid: string;
  readonly isStored: boolean;
  readonly eraseAt: Date | null;
}

/** A file, sealed in temporary storage with a key that exists only in memory until the file is stored. */
export interface SpooledFile {
  /** Guid of the file if it is stored. */
  readonly fileGuid: string;
  readonly size: number;
  readonly sha256: string;
  /** Stores it, without sealing it again; durable when it resolves. Without an event it is removed later. */
  storeFile(ownerGuid: string): Promise<void>;
  drop(): Promise<void>;
}

/** An upload. */
export interface Spooled extends SpooledFile {
  /** The content as received. */
  stream(): AsyncIterable<Buffer>;
  /** The whole content, in a buffer of its own. */
  read(): Promise<Buffer<ArrayBuffer>>;
}

/**
 * Stores the files of organizations. Each is sealed with a key of its own, which is wrapped in a table apart from the
 * bytes.
 */
export class Files {
  readonly #sealing: Sealing;
  readonly #pace = new DownloadPace();

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
      sha256: hash.digest('hex'),
      stream,
      async read() {
        const content = Buffer.allocUnsafeSlow(size);
        let at = 0;
        for await (const bytes of stream()) {
          at += bytes.copy(content, at);
          freeNow(bytes);
        }
        return content;
      },
      ...this.#spooled(tenant, fileGuid, wrapped, size),
    };
  }

  /** Removes uploads of processes that crashed; their keys are lost. */
  async clearSpool(before: Date): Promise<void> {
    for await (const { key, changedAt } of this.spool.list())
      if ((key.startsWith(SPOOL) || key.endsWith(PART)) && changedAt < before) await this.spool.delete(key);
  }

  /** Seals changed content in temporary storage; `content` is empty afterwards. */
  async spoolContent(tenant: string, content: Buffer<ArrayBuffer>, sha256: string): Promise<SpooledFile> {
    const fileGuid = uuidv7();
    const { key, wrapped } = this.#sealing.freshKey({ tenant, subject: subjectOf(fileGuid) });
    const size = content.length;
    await this.spool.put(`${SPOOL}${fileGuid}`, sealFrames(key, fileGuid, [content]));
    content.buffer.transfer(0);
    return { fileGuid, size, sha256, ...this.#spooled(tenant, fileGuid, wrapped, size) };
  }

  #spooled(tenant: string, fileGuid: string, wrapped: Buffer, size: number): Pick<SpooledFile, 'storeFile' | 'drop'> {
    const name = `${SPOOL}${fileGuid}`;
    return {
      storeFile: async (ownerGuid) => {
        await this.#storeKey(tenant, ownerGuid, fileGuid, wrapped, size);
        await this.store.take(fileKey(tenant, fileGuid), this.spool.pathOf(name));
      },
      drop: () => this.spool.delete(name),
    };
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
    const key = await this.#keyOf(tenant, fileGuid);
    const sealed = key && (await this.store.get(fileKey(tenant, fileGuid), sealedRange(range.from, range.to)));
    if (!sealed) return null;
    return readingFrom(sealed, openFrames(key, fileGuid, this.#pace.of(eachFreed(sealed)), range));
  }

  /** The whole content, in a buffer of its own. Throws AttachmentNotFound when the file is destroyed. */
  async readWhole(tenant: string, fileGuid: string, size: number): Promise<Buffer<ArrayBuffer>> {
    const bytes =
      (await this.read(tenant, fileGuid, { from: 0, to: size, size })) ?? throwRefusal('AttachmentNotFound');
    const content = Buffer.allocUnsafeSlow(size);
    let at = 0;
    for await (const piece of bytes as AsyncIterable<Buffer>) at += piece.copy(content, at);
    return content;
  }

  /** A stored thumbnail, empty for a file that has none; null when it was not drawn yet. */
  async readThumbnail(tenant: string, fileGuid: string, width: string): Promise<Buffer | null> {
    const key = await this.#keyOf(tenant, fileGuid);
    const sealed = key && (await this.store.get(thumbnailKey(tenant, fileGuid, width)));
    return sealed ? openThumbnail(key, fileGuid, await buffer(sealed)) : null;
  }

  /** Stores a thumbnail beside its file, sealed with a key that follows from the file's. */
  async storeThumbnail(tenant: string, fileGuid: string, width: string, content: Buffer): Promise<void> {
    const key = await this.#keyOf(tenant, fileGuid);
    if (!key) return;
    const at = thumbnailKey(tenant, fileGuid, width);
    await this.store.put(at, sealThumbnail(key, fileGuid, content));
    // A file that was destroyed in the meantime leaves nothing behind, not even bytes that no one can read.
    if (!(await this.exists(tenant, fileGuid))) await this.store.delete(at);
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
    for (const key of [fileKey(tenant, fileGuid), ...thumbnailKeys(tenant, fileGuid)]) await this.store.delete(key);
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

  /** The file's key; null when it is destroyed. */
  async #keyOf(tenant: string, fileGuid: string): Promise<KeyObject | null> {
    const row = await this.#row(tenant, fileGuid);
    return row ? this.#sealing.unwrap({ tenant, subject: subjectOf(fileGuid) }, row.wrapped) : null;
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
