import { MailedLinks, type ParsedToken } from '@plimsoll/shared/mailed-links';
import { putIntoOutbox } from '@plimsoll/shared/outbox';
import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';

const LINK_HOLDS = "interval '10 minutes'";
const SWEPT_AT_ONCE = 5;

/** Requests to reset a password. Whether there is an account is not checked here, but when the mail is written. */
export class PasswordResets {
  readonly #pool: pg.Pool;
  readonly #links: ReturnType<typeof MailedLinks.ofResets>;

  constructor(pool: pg.Pool, sealingKey: string) {
    this.#pool = pool;
    this.#links = MailedLinks.ofResets(Buffer.from(sealingKey, 'base64'));
  }

  /** Sends a mail to the account of this name, if there is one. */
  async request(identifier: string): Promise<void> {
    const reset = uuidv7();
    await transaction(this.#pool, async (client) => {
      await client.query({
        name: 'add password reset',
        text: `with over as (delete from password_resets where guid in (select guid from password_resets where asked_at < clock_timestamp() - interval '1 day' order by asked_at limit ${SWEPT_AT_ONCE} for update skip locked))
          insert into password_resets (guid, sealed) values ($1, $2)`,
        values: [reset, this.#links.rows.seal(reset, { identifier })],
      });
      await putIntoOutbox(client, { guid: uuidv4(), kind: 'RESET', ids: { reset } });
    });
  }

  readToken(token: string): ParsedToken {
    return this.#links.read(token);
  }

  /** The identifier of a request; undefined when its link has expired or was used. */
  async identifierOf(reset: string): Promise<string | undefined> {
    const { rows } = await this.#pool.query<{ sealed: Buffer }>(
      `select sealed from password_resets where guid = $1 and used_at is null and asked_at > clock_timestamp() - ${LINK_HOLDS}`,
      [reset],
    );
    return rows[0] && this.#links.rows.open(reset, rows[0].sealed).identifier;
  }

  /** Uses a link. @returns false if it was used before. */
  async take(reset: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update password_resets set used_at = clock_timestamp() where guid = $1 and used_at is null and asked_at > clock_timestamp() - ${LINK_HOLDS}`,
      [reset],
    );
    return rowCount === 1;
  }
}
