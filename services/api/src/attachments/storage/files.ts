import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { inTenant } from '@plimsoll/event-store/postgres/in-tenant';
import { Sealing } from '@plimsoll/event-store/crypto/sealing';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { eachFreed, freeNow, piecesOf } from '../batches.ts';
import { PART, type DiskFiles } from './disk-files.ts';
import type { FileStore } from './file-store.ts';
import { openFrames, sealedRange, sealFrames } from './sealed-frames.ts';
import { TooManyBytes } from '../../http/bytes-body.ts';

/** Stands before a file's guid where a subject's name stands: neither can be taken for the other. */
const subjectOf = (fileGuid: string): string => `file ${fileGuid}`;
const SPOOL = 'spool/';
/** Under which the bytes of a file lie. */
export const fileKey = (tenant: string, fileGuid: string): string => `${tenant}/${fileGuid}`;

export interface KnownFile {
  readonly fileGuid: string;
  readonly ownerGuid: string;
  readonly isKept: boolean;
  readonly eraseAt: Date | null;
}

/** What came, sealed in a place for what is not judged yet, under a key that exists in memory alone until it is kept. */
export interface Spooled {
  /** By which it is kept, if it is kept as it came. */
  readonly fileGuid: string;
  readonly size: number;
  readonly receivedSha256: string;
  /** As it came. */
  stream(): AsyncIterable<Buffer>;
  /** All of it, until another is read: one is in memory at a time (`Turns`). */
  read(): Promise<Buffer>;
  /** Keeps it as it came, which costs no second sealing; as `Files.keep` does. */
  keep(ownerGuid: string): Promise<void>;
  drop(): Promise<void>;
}

/** Files of organizations: each sealed with a key of its own, which lies wrapped in a table, apart from the bytes. */
export class Files {
  readonly #sealing: Sealing;
  /** For the one file that is judged: large buffers made anew for each stay in memory for long after it. */
  #room: Buffer | undefined;

  /** @param sealingKey 32 bytes in base64. @param spool where what comes lies until it was judged: a disk of this machine. */
  constructor(
    private readonly pool: pg.Pool,
    sealingKey: string,
    private readonly store: FileStore,
    private readonly spool: DiskFiles,
  ) {
    this.#sealing = new Sealing(Buffer.from(sealingKey, 'base64'));
  }

  /** Takes what comes to an organization. @throws TooManyBytes as soon as there are more than `most`. */
  async receive(tenant: string, body: AsyncIterable<Buffer>, most: number): Promise<Spooled> {
    const fileGuid = uuidv7();
    const name = `${SPOOL}${fileGuid}`;
    const { key, wrapped } = this.#sealing.freshKey({ tenant, subject: subjectOf(fileGuid) });
    const hash = createHash('sha256');
    let size = 0;
    const { spool } = this;
    const roomFor = (bytes: number): Buffer => (this.#room ??= Buffer.allocUnsafeSlow(most)).subarray(0, bytes);
    await spool.put(
      name,
      sealFrames(
        key,
        fileGuid,
        (async function* counted() {
          for await (const bytes of body) {
            size += bytes.length;
            if (size > most) throw new TooManyBytes();
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
        const content = roomFor(size);
        let at = 0;
        for await (const bytes of stream()) {
          at += bytes.copy(content, at);
          freeNow(bytes);
        }
        return content;
      },
      keep: async (ownerGuid) => {
        await this.#noteComing(tenant, ownerGuid, fileGuid, wrapped, size);
        await this.store.take(fileKey(tenant, fileGuid), spool.pathOf(name));
      },
      drop: () => spool.delete(name),
    };
  }

  /** Removes what processes that were ended left of uploads: its keys went with them. */
  async clearSpool(before: Date): Promise<void> {
    for await (const { key, changedAt } of this.spool.list())
      if ((key.startsWith(SPOOL) || key.endsWith(PART)) && changedAt < before) await this.spool.delete(key);
  }

  /** Keeps a file that is not as it came; durable when it resolves. Without an event that tells of it, it goes again. @param onSealed once `content` is not needed any more. */
  async keep(
    tenant: string,
    ownerGuid: string,
    fileGuid: string,
    content: Buffer,
    onSealed: () => void,
  ): Promise<void> {
    const { key, wrapped } = this.#sealing.freshKey({ tenant, subject: subjectOf(fileGuid) });
    await this.#noteComing(tenant, ownerGuid, fileGuid, wrapped, content.length);
    await this.store.put(
      fileKey(tenant, fileGuid),
      (async function* sealed() {
        yield* sealFrames(key, fileGuid, [content]);
        onSealed();
      })(),
    );
  }

  /** Its event stands in the log. */
  async noteKept(tenant: string, fileGuid: string): Promise<void> {
    await inTenant(this.pool, tenant, (client) =>
      client.query('update attachment_files set is_kept = true, erase_at = null where tenant = $1 and file_guid = $2', [
        tenant,
        fileGuid,
      ]),
    );
  }

  /** It is to go at this moment, if it was erased by then. */
  async noteErasure(tenant: string, fileGuid: string, at: Date): Promise<void> {
    await inTenant(this.pool, tenant, (client) =>
      client.query('update attachment_files set erase_at = $3 where tenant = $1 and file_guid = $2', [
        tenant,
        fileGuid,
        at,
      ]),
    );
  }

  /** Whether its key and bytes have not gone. */
  async isThere(tenant: string, fileGuid: string): Promise<boolean> {
    return (await this.#row(tenant, fileGuid)) !== undefined;
  }

  /** The bytes from `from` until before `to`; null when it is gone. */
  async read(
    tenant: string,
    fileGuid: string,
    range: { readonly from: number; readonly to: number; readonly size: number },
  ): Promise<Readable | null> {
    const row = await this.#row(tenant, fileGuid);
    const sealed = row && (await this.store.get(fileKey(tenant, fileGuid), sealedRange(range.from, range.to)));
    if (!sealed) return null;
    return Readable.from(
      openFrames(
        this.#sealing.unwrap({ tenant, subject: subjectOf(fileGuid) }, row.wrapped),
        fileGuid,
        eachFreed(sealed),
        range,
      ),
      { objectMode: false },
    );
  }

  /** Key first: what may be left of the bytes after a fault is nothing to anybody. */
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

  /** What may have to go: uploads from before a moment whose event nobody has seen, and what is to be erased. */
  async toSweep(tenant: string, before: Date): Promise<readonly KnownFile[]> {
    const { rows } = await inTenant(this.pool, tenant, (client) =>
      client.query<KnownFile>(
        `select file_guid as "fileGuid", owner_guid as "ownerGuid", is_kept as "isKept", erase_at as "eraseAt" from attachment_files
       where tenant = $1 and ((not is_kept and made_at < $2) or erase_at <= clock_timestamp())`,
        [tenant, before],
      ),
    );
    return rows;
  }

  /** Every file of an organization whose key is here. */
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

  /** Its key stands here before its bytes: what has a key and no event is found by the sweep. */
  async #noteComing(tenant: string, ownerGuid: string, fileGuid: string, wrapped: Buffer, size: number): Promise<void> {
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
