import { Sealing } from '@plimsoll/event-store/crypto/sealing';
import { inTenant } from '@plimsoll/event-store/postgres/in-tenant';
import type pg from 'pg';

/** Used in place of an organization in the key's context, which keeps it distinct from subjects' keys. */
const OF_DEVICES = 'device key';

/**
 * Keys that seal browser storage, the same on all devices of a person: one of the account, and one per organization
 * whose identity provider signs them in without governing the account. Wrapped at rest.
 */
export class DeviceKeys {
  readonly #pool: pg.Pool;
  readonly #sealing: Sealing;

  /** @param sealingKey 32 bytes in base64; it wraps them. */
  constructor(pool: pg.Pool, sealingKey: string) {
    this.#pool = pool;
    this.#sealing = new Sealing(Buffer.from(sealingKey, 'base64'));
  }

  /**
   * A key: 32 random bytes, created on first use, then constant.
   * @param organization null for the account's own key.
   * @throws SealingKeyError when it was wrapped by another SEALING_KEY.
   */
  async of(userGuid: string, organization: string | null = null): Promise<Buffer> {
    const rows = organization === null ? this.#ofAccount(userGuid) : this.#ofOrganization(organization, userGuid);
    const name = {
      tenant: organization === null ? OF_DEVICES : `${OF_DEVICES} of ${organization}`,
      subject: userGuid.toLowerCase(),
    };
    const wrapped = (await rows.stored()) ?? (await rows.make(this.#sealing.freshKey(name).wrapped));
    return this.#sealing.unwrap(name, wrapped).export();
  }

  /** Destroys an organization's key: data sealed with it stays unreadable; the next request creates a new key. */
  async destroy(organization: string, userGuid: string): Promise<void> {
    await inTenant(this.#pool, organization, (client) =>
      client.query('delete from organization_device_keys where tenant = $1 and user_guid = $2', [
        organization,
        userGuid,
      ]),
    );
  }

  #ofAccount(userGuid: string): StoredKey {
    return storedKey((query) => query(this.#pool), {
      select: 'select wrapped from device_keys where user_guid = $1',
      insert: 'insert into device_keys (user_guid, wrapped) values ($1, $2) on conflict do nothing',
      values: [userGuid],
    });
  }

  #ofOrganization(organization: string, userGuid: string): StoredKey {
    return storedKey((query) => inTenant(this.#pool, organization, query), {
      select: 'select wrapped from organization_device_keys where tenant = $1 and user_guid = $2',
      insert:
        'insert into organization_device_keys (tenant, user_guid, wrapped) values ($1, $2, $3) on conflict do nothing',
      values: [organization, userGuid],
    });
  }
}

interface StoredKey {
  readonly stored: () => Promise<Buffer | undefined>;
  /** Concurrent first requests get the key that was stored first. */
  readonly make: (wrapped: Buffer) => Promise<Buffer>;
}

type Queryable = Pick<pg.ClientBase, 'query'>;

function storedKey(
  run: <T>(query: (client: Queryable) => Promise<T>) => Promise<T>,
  { select, insert, values }: { readonly select: string; readonly insert: string; readonly values: readonly string[] },
): StoredKey {
  const stored = async (): Promise<Buffer | undefined> =>
    (await run((client) => client.query<{ wrapped: Buffer }>(select, [...values]))).rows[0]?.wrapped;
  return {
    stored,
    make: async (wrapped) => {
      const { rowCount } = await run((client) => client.query(insert, [...values, wrapped]));
      return rowCount === 1 ? wrapped : (await stored())!;
    },
  };
}
