import { createHash, createHmac, randomBytes } from 'node:crypto';
import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { BriefCache } from '../brief-cache.ts';

const SESSION_DAYS = 90;
const TOKEN_DAYS = 14;
/** For how long a replaced token is answered with its successor: a second tab, an answer that got lost. */
const GRACE_SECONDS = 30;

export interface Session {
  readonly sessionGuid: string;
  readonly userGuid: string;
  readonly refreshToken: string;
}

interface Presented {
  session_guid: string;
  user_guid: string;
  is_open: boolean;
  is_replaced: boolean;
  is_in_grace: boolean;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Sessions with their families of refresh tokens. */
export class Sessions {
  readonly #pool: pg.Pool;
  readonly #successorKey: Buffer;
  readonly #open: BriefCache<boolean>;

  /** @param sealingKey makes successors that can be made again: none is stored in plain form. */
  constructor(pool: pg.Pool, sealingKey: string) {
    this.#pool = pool;
    this.#successorKey = createHmac('sha256', Buffer.from(sealingKey, 'base64')).update('refresh token successors').digest();
    this.#open = new BriefCache((sessionGuid) => this.#readOpen(sessionGuid));
  }

  /**
   * Begins a session of a person whose password was looked at.
   * @returns null when that version of the credential is not the newest any more. The row is held while the session is
   * written, so that a change of the password comes before it, or ends it.
   */
  async start(userGuid: string, credentialVersion: number): Promise<Session | null> {
    const session = { sessionGuid: uuidv7(), userGuid, refreshToken: randomBytes(32).toString('base64url') };
    const { rowCount } = await this.#pool.query(
      `with ended as (
        delete from sessions where session_guid in (select session_guid from sessions where expires_at < clock_timestamp() - interval '30 days' limit 20)
      ), credential as (
        select user_guid from password_credentials where user_guid = $2 and version = $6 for share
      ), session as (
        insert into sessions (session_guid, user_guid, expires_at)
        select $1, user_guid, clock_timestamp() + make_interval(days => $3) from credential returning session_guid
      )
      insert into refresh_tokens (hash, session_guid, expires_at) select $4, session_guid, clock_timestamp() + make_interval(days => $5) from session`,
      [session.sessionGuid, userGuid, SESSION_DAYS, hashOf(session.refreshToken), TOKEN_DAYS, credentialVersion],
    );
    return rowCount === 1 ? session : null;
  }

  /**
   * Trades a refresh token for its successor. A replaced one is answered with the same successor for 30 seconds, or until
   * that is used; after that its use means that somebody has stolen one of the two, and the session ends.
   * @returns null for a token that is unknown, has expired, or was used twice.
   */
  rotate(refreshToken: string): Promise<Session | null> {
    const hash = hashOf(refreshToken);
    const successor = createHmac('sha256', this.#successorKey).update(refreshToken).digest('base64url');
    return transaction(this.#pool, async (client) => {
      const presented = await lockPresented(client, hash);
      if (!presented?.is_open) return null;
      const { session_guid: sessionGuid, user_guid: userGuid } = presented;
      if (presented.is_replaced && !presented.is_in_grace) {
        await client.query("update sessions set revoked_at = clock_timestamp(), revoked_because = 'TOKEN_REUSED' where session_guid = $1", [sessionGuid]);
        this.#open.forget(sessionGuid);
        return null;
      }
      if (!presented.is_replaced) {
        await client.query('update refresh_tokens set replaced_at = clock_timestamp(), successor = $2 where hash = $1', [hash, hashOf(successor)]);
        await client.query(
          'insert into refresh_tokens (hash, session_guid, expires_at) values ($1, $2, clock_timestamp() + make_interval(days => $3))',
          [hashOf(successor), sessionGuid, TOKEN_DAYS],
        );
      }
      return { sessionGuid, userGuid, refreshToken: successor };
    });
  }

  /** Ends the session of a refresh token or of a bearer; nothing happens when there is none. */
  async end(by: { refreshToken?: string | undefined; sessionGuid?: string | undefined }): Promise<void> {
    const { rows } = await this.#pool.query<{ session_guid: string }>(
      `update sessions set revoked_at = clock_timestamp(), revoked_because = 'SIGNED_OUT'
       where revoked_at is null and (session_guid = $1 or session_guid = (select session_guid from refresh_tokens where hash = $2))
       returning session_guid`,
      [by.sessionGuid ?? null, by.refreshToken ? hashOf(by.refreshToken) : null],
    );
    for (const row of rows) this.#open.forget(row.session_guid);
  }

  /** Keeps a person's new password, and ends all sessions that began with an older one. */
  async keepPassword(userGuid: string, hash: string): Promise<void> {
    const ended = await transaction(this.#pool, async (client) => {
      await client.query(
        `insert into password_credentials as c (user_guid, hash) values ($1, $2)
         on conflict (user_guid) do update set hash = excluded.hash, version = c.version + 1, changed_at = clock_timestamp()`,
        [userGuid, hash],
      );
      // A statement of its own: it sees the sessions whose writing the first one had to wait for.
      return client.query<{ session_guid: string }>(
        "update sessions set revoked_at = clock_timestamp(), revoked_because = 'PASSWORD_CHANGED' where user_guid = $1 and revoked_at is null returning session_guid",
        [userGuid],
      );
    });
    for (const row of ended.rows) this.#open.forget(row.session_guid);
  }

  /** Whether the session goes on; at most half a second old. */
  isOpen(sessionGuid: string): Promise<boolean> {
    return this.#open.of(sessionGuid);
  }

  async #readOpen(sessionGuid: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query({
      name: 'session is open', text: 'select from sessions where session_guid = $1 and revoked_at is null and expires_at > clock_timestamp()', values: [sessionGuid],
    });
    return rowCount === 1;
  }
}

/** Two who present tokens of one session come one after the other. */
async function lockPresented(client: pg.ClientBase, hash: Buffer): Promise<Presented | undefined> {
  await client.query('select from sessions where session_guid = (select session_guid from refresh_tokens where hash = $1) for update', [hash]);
  const { rows } = await client.query<Presented>(
    `select s.session_guid, s.user_guid,
       s.revoked_at is null and s.expires_at > clock_timestamp() and t.expires_at > clock_timestamp() as is_open,
       t.replaced_at is not null as is_replaced,
       t.replaced_at > clock_timestamp() - make_interval(secs => $2) and n.replaced_at is null as is_in_grace
     from refresh_tokens t join sessions s using (session_guid) left join refresh_tokens n on n.hash = t.successor
     where t.hash = $1`,
    [hash, GRACE_SECONDS],
  );
  return rows[0];
}
