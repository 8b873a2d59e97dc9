import { MailedLinks, type ParsedToken, type ResetAccount } from '@plimsoll/shared/mailed-links';
import { putIntoOutbox } from '@plimsoll/shared/outbox';
import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';

const LINK_HOLDS = "interval '10 minutes'";
const SWEPT_AT_ONCE = 5;

/**
 * Requests to reset a password. A request is bound to an account when it is made and never looks up a name again: names
 * and addresses can move to another account. Without an account the same is written.
 */
export class PasswordResets {
  readonly #pool: pg.Pool;
  readonly #links: ReturnType<typeof MailedLinks.ofResets>;

  constructor(pool: pg.Pool, sealingKey: string) {
    this.#pool = pool;
    this.#links = MailedLinks.ofResets(Buffer.from(sealingKey, 'base64'));
  }

  /** Stores a request and sends its mail, if it has an account. */
  async request(account: ResetAccount | null): Promise<void> {
    const reset = uuidv7();
    await transaction(this.#pool, async (client) => {
      await client.query({
        name: 'add password reset',
        text: `with over as (delete from password_resets where guid in (select guid from password_resets where asked_at < clock_timestamp() - interval '1 day' order by asked_at limit ${SWEPT_AT_ONCE} for update skip locked))
          insert into password_resets (guid, sealed) values ($1, $2)`,
        values: [reset, this.#links.rows.seal(reset, { account })],
      });
      await putIntoOutbox(client, { guid: uuidv4(), kind: 'RESET', ids: { reset } });
    });
  }

  readToken(token: string): ParsedToken {
    return this.#links.read(token);
  }

  /** The account of a request; null when its link has expired or was used, or there is none. */
  async accountOf(reset: string): Promise<ResetAccount | null> {
    const { rows } = await this.#pool.query<{ sealed: Buffer }>(
      `select sealed from password_resets where guid = $1 and used_at is null and asked_at > clock_timestamp() - ${LINK_HOLDS}`,
      [reset],
    );
    return (rows[0] && this.#links.rows.open(reset, rows[0].sealed).account) ?? null;
  }

  /** Uses a link, while the account has the password that it had then. @returns false if it was used before. */
  async take(reset: string, { userGuid, credentialVersion }: ResetAccount): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      `update password_resets set used_at = clock_timestamp() where guid = $1 and used_at is null and asked_at > clock_timestamp() - ${LINK_HOLDS}
       and coalesce((select version from password_credentials where user_guid = $2), 0) = $3`,
      [reset, userGuid, credentialVersion],
    );
    return rowCount === 1;
  }
}
