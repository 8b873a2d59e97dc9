import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import { SealedBytes } from '@plimsoll/event-store/crypto/sealed-rows';
import type { ReadModelReader } from '@plimsoll/projections/platform/read-model-reader';
import type pg from 'pg';
import { v4 as uuidv4 } from 'uuid';

/** Kinds of pictures: of accounts, and of organizations. */
export type PictureKind = 'PROFILE_PHOTO' | 'ORGANIZATION_LOGO';

/**
 * Stores pictures, one for each owner. A picture's address is the permission to see it: its `v` is a keyed hash of a
 * random guid, unguessable, and changes with each picture. The bytes are sealed.
 */
export class Pictures {
  readonly #pool: pg.Pool;
  readonly #reader: Pick<ReadModelReader, 'queryGlobal'>;
  readonly #sealed: SealedBytes;
  readonly #addresses: KeyObject;

  /** @param sealingKey 32 bytes in base64. */
  constructor(pool: pg.Pool, reader: Pick<ReadModelReader, 'queryGlobal'>, sealingKey: string) {
    const key = Buffer.from(sealingKey, 'base64');
    this.#pool = pool;
    this.#reader = reader;
    this.#sealed = new SealedBytes(key, 'plimsoll pictures');
    this.#addresses = createSecretKey(
      Buffer.from(hkdfSync('sha256', createSecretKey(key), '', 'plimsoll addresses of pictures', 32)),
    );
  }

  /** Stores a picture in place of the previous one. @returns its `v`. */
  async set(kind: PictureKind, ownerGuid: string, picture: Buffer): Promise<string> {
    const guid = uuidv4();
    await this.#pool.query(
      `insert into pictures (kind, owner_guid, guid, sealed) values ($1, $2, $3, $4)
       on conflict (kind, owner_guid) do update set guid = excluded.guid, sealed = excluded.sealed, set_at = clock_timestamp()`,
      [kind, ownerGuid, guid, this.#sealed.seal(guid, picture)],
    );
    return this.#addressOf(guid);
  }

  /** The `v` of each owner who has a picture of one of the kinds. */
  async addressesOf(
    kinds: PictureKind | readonly PictureKind[],
    ownerGuids: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#reader.queryGlobal<{ owner: string; guid: string }>({
      name: 'addresses of pictures',
      text: 'select owner_guid as owner, guid from pictures where kind = any ($1::text[]) and owner_guid = any ($2::uuid[])',
      values: [[kinds].flat(), ownerGuids],
    });
    return new Map(rows.map(({ owner, guid }) => [owner, this.#addressOf(guid)]));
  }

  /** A picture by its address; undefined for a wrong or outdated one. */
  async find(kind: PictureKind, ownerGuid: string, v: string): Promise<Buffer | undefined> {
    const { rows } = await this.#pool.query<{ guid: string; sealed: Buffer }>({
      name: 'picture',
      text: 'select guid, sealed from pictures where kind = $1 and owner_guid = $2',
      values: [kind, ownerGuid],
    });
    const row = rows[0];
    return row && isEqual(this.#addressOf(row.guid), v) ? this.#sealed.open(row.guid, row.sealed) : undefined;
  }

  /** Removes a picture, if there is one. */
  async remove(kind: PictureKind, ownerGuid: string): Promise<void> {
    await this.#pool.query('delete from pictures where kind = $1 and owner_guid = $2', [kind, ownerGuid]);
  }

  #addressOf(guid: string): string {
    return createHmac('sha256', this.#addresses).update(guid).digest('base64url');
  }
}

function isEqual(known: string, given: string): boolean {
  const [one, other] = [Buffer.from(known), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
