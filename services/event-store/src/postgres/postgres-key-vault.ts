import type { KeyObject } from 'node:crypto';
import type pg from 'pg';
import { uuidArray } from '@plimsoll/postgres/binary-arrays';
import { runStatement, type Statement } from '@plimsoll/postgres/steady-connection';
import type { KeyVault } from '../key-vault.ts';
import type { Sealing } from '../sealing.ts';
import { SubjectKeys } from '../subject-keys.ts';
import { isPerson, subjectOf, type Subject } from '../subjects.ts';
import { bytesOf } from './stored-event.ts';

const ERASE: Statement = { name: 'erase_subject', text: 'select erase_subject($1,$2,$3)' };
const SUBJECT_KEYS: Statement = { name: 'subject_keys', text: 'select tenant, subject, wrapped from read_keys_of_tenants($1,$2)' };

/** The keys in PostgreSQL, wrapped by SEALING_KEY. Only plimsoll_app may erase. */
export class PostgresKeyVault implements KeyVault {
  readonly #pool: pg.Pool;
  /** What reading and appending keep of them. */
  readonly cached: SubjectKeys;

  constructor(pool: pg.Pool, sealing: Sealing) {
    this.#pool = pool;
    this.cached = new SubjectKeys(sealing, async (wanted) => {
      const rows = await runStatement(pool, SUBJECT_KEYS, [uuidArray(wanted.map(({ tenant }) => tenant)), uuidArray(wanted.map(({ subject }) => subject))]);
      return rows.map((row) => ({ tenant: row[0]!, subject: row[1]!, wrapped: row[2] === null ? null : bytesOf(row[2]!) }));
    });
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
