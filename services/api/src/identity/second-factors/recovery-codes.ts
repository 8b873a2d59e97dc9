import type pg from 'pg';
import { RecoveryCodeMaker } from './recovery-code.ts';

/** Recovery codes of accounts, stored as keyed hashes. Each is valid once. */
export class RecoveryCodes {
  readonly #pool: pg.Pool;
  readonly #maker: RecoveryCodeMaker;

  /** @param sealingKey in base64. */
  constructor(pool: pg.Pool, sealingKey: string) {
    this.#pool = pool;
    this.#maker = new RecoveryCodeMaker(Buffer.from(sealingKey, 'base64'));
  }

  /** The codes of the current set; null once there is another. */
  async codesOf(userGuid: string, setGuid: string): Promise<string[] | null> {
    const { rowCount } = await this.#pool.query(
      'select from recovery_codes where user_guid = $1 and set_guid = $2 limit 1',
      [userGuid, setGuid],
    );
    return rowCount === 1 ? this.#maker.codesOf(setGuid) : null;
  }

  /** Number of unused codes. */
  async leftOf(userGuid: string): Promise<number> {
    const { rows } = await this.#pool.query<{ left: number }>(
      'select count(*)::int as left from recovery_codes where user_guid = $1 and used_at is null',
      [userGuid],
    );
    return rows[0]!.left;
  }

  /** Uses a code. @returns whether it is an unused one of the person. */
  async take(userGuid: string, code: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'update recovery_codes set used_at = clock_timestamp() where user_guid = $1 and hash = $2 and used_at is null',
      [userGuid, this.#maker.hashOf(code)],
    );
    return rowCount === 1;
  }

  /** Activates the codes of a set, within the caller's transaction. Idempotent: used codes stay used. */
  async activate(client: pg.ClientBase, userGuid: string, setGuid: string): Promise<void> {
    const hashes = this.#maker.codesOf(setGuid).map((code) => this.#maker.hashOf(code));
    await client.query(
      `insert into recovery_codes (set_guid, number, user_guid, hash) select $1, number, $2, hash from unnest($3::bytea[]) with ordinality as codes (hash, number) on conflict do nothing`,
      [setGuid, userGuid, hashes],
    );
  }
}
