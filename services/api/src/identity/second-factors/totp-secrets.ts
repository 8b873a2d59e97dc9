import { SealedRows } from '@plimsoll/event-store/crypto/sealed-rows';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { newTotpSecret } from './totp.ts';

/** How long a secret may wait for its first code. */
const WAITS = "interval '1 hour'";

export interface TotpSecret {
  readonly guid: string;
  readonly secret: string;
}

interface Row {
  readonly guid: string;
  readonly sealed: Buffer;
}

/** Sealed secrets of authenticator apps: an active one per account, and a pending one to replace it. */
export class TotpSecrets {
  readonly #pool: pg.Pool;
  readonly #rows: SealedRows<{ readonly secret: string }>;

  /** @param sealingKey in base64. */
  constructor(pool: pg.Pool, sealingKey: string) {
    this.#pool = pool;
    this.#rows = new SealedRows(Buffer.from(sealingKey, 'base64'), 'plimsoll totp secrets');
  }

  /** Creates a pending secret, replacing another pending one. */
  async begin(userGuid: string): Promise<TotpSecret> {
    const made = { guid: uuidv7(), secret: newTotpSecret() };
    await this.#pool.query(
      `insert into totp_secrets (guid, user_guid, sealed) values ($1, $2, $3)
       on conflict (user_guid, (confirmed_at is not null)) do update set guid = excluded.guid, sealed = excluded.sealed, made_at = excluded.made_at`,
      [made.guid, userGuid, this.#rows.seal(made.guid, { secret: made.secret })],
    );
    return made;
  }

  /** The pending secret. */
  pendingOf(userGuid: string): Promise<TotpSecret | undefined> {
    return this.#read(
      `select guid, sealed from totp_secrets where user_guid = $1 and confirmed_at is null and made_at > clock_timestamp() - ${WAITS}`,
      userGuid,
    );
  }

  /** The active secret. */
  activeOf(userGuid: string): Promise<TotpSecret | undefined> {
    return this.#read(
      'select guid, sealed from totp_secrets where user_guid = $1 and confirmed_at is not null',
      userGuid,
    );
  }

  /** When the authenticator app was added; null without one. */
  async addedAt(userGuid: string): Promise<Date | null> {
    const { rows } = await this.#pool.query<{ confirmed_at: Date }>(
      'select confirmed_at from totp_secrets where user_guid = $1 and confirmed_at is not null',
      [userGuid],
    );
    return rows[0]?.confirmed_at ?? null;
  }

  /** Uses the code of a time step. @returns false if this step, or a later one, was used before. */
  async takeStep(guid: string, step: number): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'update totp_secrets set last_step = $2 where guid = $1 and (last_step is null or last_step < $2)',
      [guid, step],
    );
    return rowCount === 1;
  }

  async #read(text: string, userGuid: string): Promise<TotpSecret | undefined> {
    const { rows } = await this.#pool.query<Row>(text, [userGuid]);
    return rows[0] && { guid: rows[0].guid, secret: this.#rows.open(rows[0].guid, rows[0].sealed).secret };
  }
}
