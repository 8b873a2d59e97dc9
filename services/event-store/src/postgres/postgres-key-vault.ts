import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import { uuidArray } from '@plimsoll/postgres/binary-arrays';
import { runStatement, type Statement } from '@plimsoll/postgres/statement';
import type { KeyVault } from '../crypto/key-vault.ts';
import type { KeyName, Sealing } from '../crypto/sealing.ts';
import { SubjectKeys } from '../crypto/subject-keys.ts';
import { isPerson, subjectOf, type Subject } from '../crypto/subjects.ts';
import type { StoredKey, StoredKeys } from '../chain/verify-keys.ts';
import { inTenant } from './in-tenant.ts';
import { bytesOf } from './stored-event.ts';

const ERASE: Statement = { name: 'erase_subject', text: 'select erase_subject($1,$2,$3)' };
const SUBJECT_KEYS: Statement = {
  name: 'subject_keys',
  text: 'select tenant, subject, wrapped from read_keys_of_tenants($1,$2)',
};
const KEYS_AFTER: Statement = {
  name: 'keys_after',
  text: 'select subject, wrapped from subject_keys where tenant = $1 and ($2::uuid is null or subject > $2) order by subject limit $3',
};

const wrappedOf = (text: string | null): Buffer | null => (text === null ? null : bytesOf(text));

/** Stores subjects' keys in PostgreSQL, wrapped by SEALING_KEY. Only plimsoll_app may destroy them. */
export class PostgresKeyVault implements KeyVault {
  readonly #pool: pg.Pool;
  /** The cache that reading and appending use. */
  readonly cached: SubjectKeys;

  constructor(pool: pg.Pool, sealing: Sealing) {
    this.#pool = pool;
    this.cached = new SubjectKeys(sealing, (wanted) => this.#fetch(wanted));
  }

  /** Reads a tenant's stored keys without caching, for `verify`. */
  storedOf(tenant: string): StoredKeys {
    return {
      of: (subjects) => this.#fetch(subjects.map((subject) => ({ tenant, subject }))),
      after: (subject, limit) =>
        inTenant(this.#pool, tenant, async (client) => {
          const rows = await runStatement(client, KEYS_AFTER, [tenant, subject, limit]);
          return rows.map((row) => ({ subject: row[0]!, wrapped: wrappedOf(row[1] ?? null) }));
        }),
    };
  }

  async #fetch(wanted: readonly KeyName[]): Promise<(KeyName & StoredKey)[]> {
    const rows = await runStatement(this.#pool, SUBJECT_KEYS, [
      uuidArray(wanted.map(({ tenant }) => tenant)),
      uuidArray(wanted.map(({ subject }) => subject)),
    ]);
    return rows.map((row) => ({ tenant: row[0]!, subject: row[1]!, wrapped: wrappedOf(row[2] ?? null) }));
  }

  keysOf(tenant: string, subjects: Iterable<string>): Promise<ReadonlyMap<string, KeyObject | null>> {
    return this.cached.of(tenant.toLowerCase(), subjects);
  }

  async eraseSubject(tenantGuid: string, subject: Subject): Promise<boolean> {
    const tenant = tenantGuid.toLowerCase();
    const guid = subjectOf(tenant, subject);
    const rows = await runStatement(this.#pool, ERASE, [tenant, guid, isPerson(subject)]);
    this.cached.forget(tenant, guid);
    return rows[0]?.[0] === 't';
  }
}
