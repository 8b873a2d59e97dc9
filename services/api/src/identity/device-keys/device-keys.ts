import { Sealing } from '@plimsoll/event-store/crypto/sealing';
import type pg from 'pg';

/** Used in place of an organization in the key's context, which keeps it distinct from subjects' keys. */
const OF_DEVICES = 'device key';

/** Keys that seal browser storage, one for each person on all their devices. Wrapped at rest. */
export class DeviceKeys {
  readonly #pool: pg.Pool;
  readonly #sealing: Sealing;

  /** @param sealingKey 32 bytes in base64; it wraps them. */
  constructor(pool: pg.Pool, sealingKey: string) {
    this.#pool = pool;
    this.#sealing = new Sealing(Buffer.from(sealingKey, 'base64'));
  }

  /**
   * The person's key: 32 random bytes, created on first use, then constant.
   * @throws SealingKeyError when it was wrapped by another SEALING_KEY.
   */
  async of(userGuid: string): Promise<Buffer> {
    const name = { tenant: OF_DEVICES, subject: userGuid.toLowerCase() };
    const wrapped =
      (await this.#stored(userGuid)) ?? (await this.#make(userGuid, this.#sealing.freshKey(name).wrapped));
    return this.#sealing.unwrap(name, wrapped).export();
  }

  /** Destroys a key: data sealed with it stays unreadable; the next request creates a new key. */
  async destroy(userGuid: string): Promise<void> {
    await this.#pool.query('delete from device_keys where user_guid = $1', [userGuid]);
  }

  async #stored(userGuid: string): Promise<Buffer | undefined> {
    const { rows } = await this.#pool.query<{ wrapped: Buffer }>(
      'select wrapped from device_keys where user_guid = $1',
      [userGuid],
    );
    return rows[0]?.wrapped;
  }

  /** Concurrent first requests get the key that was stored first. */
  async #make(userGuid: string, wrapped: Buffer): Promise<Buffer> {
    const { rowCount } = await this.#pool.query(
      'insert into device_keys (user_guid, wrapped) values ($1, $2) on conflict do nothing',
      [userGuid, wrapped],
    );
    return rowCount === 1 ? wrapped : (await this.#stored(userGuid))!;
  }
}
