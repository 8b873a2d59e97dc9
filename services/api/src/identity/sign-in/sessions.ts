import { createHash, createHmac, randomBytes } from 'node:crypto';
import type { SessionMethod } from '@plimsoll/contracts/identity/sessions';
import { transaction } from '@plimsoll/postgres/transaction';
import DataLoader from 'dataloader';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { SwrCache } from '../../platform/cache/swr-cache.ts';
import type { RefreshBatcher } from '../../platform/cache/refresh-batcher.ts';

const SESSION_DAYS = 90;
const TOKEN_DAYS = 14;
/** How long a replaced token still gets its successor: for a second tab, or a lost answer. */
const GRACE_SECONDS = 30;

/** How long a sign-in counts as recent. */
const RECENT_MINUTES = 15;

/** A person's stored password; each new one has the next version. */
export interface Credential {
  readonly hash: string;
  readonly version: number;
}

/** An open session, as requests need it. */
export interface OpenSession {
  /** Whether its person signed in within a quarter of an hour. */
  readonly isRecent: boolean;
  /** Whether it began with a second factor. */
  readonly hasSecondFactor: boolean;
  /**
   * The only organization that it may access, since it began at that one's identity provider. Null for a session that
   * may access all organizations that allow passwords.
   */
  readonly organizationGuid: string | null;
}

/** How and where a session begins. */
export interface Beginning {
  readonly method: SessionMethod;
  /** Name of the browser; no address. */
  readonly device: string | null;
  /** Refresh token of the same person in this browser, if any: its session ends, so that a browser is listed once. */
  readonly replacing?: string | undefined;
}

/** A session as shown to its person. */
export interface KnownSession {
  readonly sessionGuid: string;
  readonly startedAt: Date;
  readonly lastSeenAt: Date;
  readonly device: string | null;
  readonly method: SessionMethod;
}

export interface Session {
  readonly sessionGuid: string;
  readonly userGuid: string;
  readonly refreshToken: string;
  /** The only organization that it may access; null for all that allow passwords. */
  readonly organizationGuid: string | null;
  /** Whether it is an auditor's, whose grant is then its person. */
  readonly isAuditor?: boolean;
}

/** Limits and origin of an auditor's session. */
export interface BeginningOfAuditor {
  readonly hours: number;
  readonly until: string;
  readonly device: string | null;
}

interface Presented {
  session_guid: string;
  user_guid: string;
  organization_guid: string | null;
  method: string;
  is_open: boolean;
  is_replaced: boolean;
  is_in_grace: boolean;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Sessions and their families of refresh tokens. */
export class Sessions {
  readonly #pool: pg.Pool;
  readonly #successorKey: Buffer;
  readonly #open: SwrCache<OpenSession | undefined>;
  /** Concurrent lookups share one statement. */
  readonly #openLoader = new DataLoader<string, OpenSession | undefined>(
    (sessionGuids) => this.#readOpen(sessionGuids),
    {
      cache: false,
    },
  );

  /** @param sealingKey derives successors, so that none is stored in plain text. */
  constructor(pool: pg.Pool, sealingKey: string, renewals: Pick<RefreshBatcher, 'join' | 'areGathered'>) {
    this.#pool = pool;
    this.#successorKey = createHmac('sha256', Buffer.from(sealingKey, 'base64'))
      .update('refresh token successors')
      .digest();
    this.#open = new SwrCache((sessionGuid) => this.#openLoader.load(sessionGuid), { renewals });
  }

  /** The person's password; undefined where none is set, and for unknown people. */
  async credentialOf(userGuid: string): Promise<Credential | undefined> {
    const { rows } = await this.#pool.query<Credential>({
      name: 'password credential',
      text: 'select hash, version from password_credentials where user_guid = $1',
      values: [userGuid],
    });
    return rows[0];
  }

  /**
   * Starts a session of an authenticated person.
   * @returns null when that version of the credential is outdated. The row is locked while the session is written, so
   * that a password change either precedes it or ends it.
   */
  async start(
    userGuid: string,
    credentialVersion: number,
    { method, device, replacing }: Beginning,
  ): Promise<Session | null> {
    const session = {
      sessionGuid: uuidv7(),
      userGuid,
      refreshToken: randomBytes(32).toString('base64url'),
      organizationGuid: null,
    };
    const { rowCount } = await this.#pool.query(
      `with ended as (
        delete from sessions where session_guid in (select session_guid from sessions where expires_at < clock_timestamp() - interval '30 days' limit 20)
      ), credential as (
        select user_guid from password_credentials where user_guid = $2 and version = $6 for share
      ), session as (
        insert into sessions (session_guid, user_guid, expires_at, method, device)
        select $1, user_guid, clock_timestamp() + make_interval(days => $3), $7, $8 from credential returning session_guid
      ), replaced as (
        update sessions set revoked_at = clock_timestamp(), revoked_because = 'SIGNED_IN_AGAIN'
        where user_guid = $2 and revoked_at is null and session_guid = (select session_guid from refresh_tokens where hash = $9) and exists (select from session)
      )
      insert into refresh_tokens (hash, session_guid, expires_at) select $4, session_guid, clock_timestamp() + make_interval(days => $5) from session`,
      [
        session.sessionGuid,
        userGuid,
        SESSION_DAYS,
        hashOf(session.refreshToken),
        TOKEN_DAYS,
        credentialVersion,
        method,
        device,
        replacing === undefined ? null : hashOf(replacing),
      ],
    );
    return rowCount === 1 ? session : null;
  }

  /**
   * Starts a session of a person whom an organization's identity provider authenticated. It may access that
   * organization only.
   */
  async startOf(
    userGuid: string,
    organizationGuid: string,
    { device, replacing }: Omit<Beginning, 'method'>,
  ): Promise<Session> {
    const session = {
      sessionGuid: uuidv7(),
      userGuid,
      refreshToken: randomBytes(32).toString('base64url'),
      organizationGuid,
    };
    await this.#pool.query(
      `with session as (
        insert into sessions (session_guid, user_guid, expires_at, method, device, organization_guid)
        values ($1, $2, clock_timestamp() + make_interval(days => $3), 'SAML', $6, $7) returning session_guid
      ), replaced as (
        update sessions set revoked_at = clock_timestamp(), revoked_because = 'SIGNED_IN_AGAIN'
        where user_guid = $2 and revoked_at is null and session_guid = (select session_guid from refresh_tokens where hash = $8)
      )
      insert into refresh_tokens (hash, session_guid, expires_at) select $4, session_guid, clock_timestamp() + make_interval(days => $5) from session`,
      [
        session.sessionGuid,
        userGuid,
        SESSION_DAYS,
        hashOf(session.refreshToken),
        TOKEN_DAYS,
        device,
        organizationGuid,
        replacing === undefined ? null : hashOf(replacing),
      ],
    );
    return session;
  }

  /**
   * Starts a session of an auditor. It may access the organization of the grant, and ends with the grant at the latest.
   */
  async startOfAuditor(
    grantGuid: string,
    organizationGuid: string,
    { hours, until, device }: BeginningOfAuditor,
  ): Promise<Session> {
    const session = {
      sessionGuid: uuidv7(),
      userGuid: grantGuid,
      refreshToken: randomBytes(32).toString('base64url'),
      organizationGuid,
      isAuditor: true,
    };
    await this.#pool.query(
      `with session as (
        insert into sessions (session_guid, user_guid, expires_at, method, device, organization_guid)
        values ($1, $2, least(clock_timestamp() + make_interval(hours => $3), $4::timestamptz), 'AUDITOR', $5, $6) returning session_guid, expires_at
      )
      insert into refresh_tokens (hash, session_guid, expires_at) select $7, session_guid, expires_at from session`,
      [session.sessionGuid, grantGuid, hours, until, device, organizationGuid, hashOf(session.refreshToken)],
    );
    return session;
  }

  /** Latest end of a session; undefined for an unknown one. */
  async endOf(sessionGuid: string): Promise<Date | undefined> {
    const { rows } = await this.#pool.query<{ expires_at: Date }>(
      'select expires_at from sessions where session_guid = $1',
      [sessionGuid],
    );
    return rows[0]?.expires_at;
  }

  /**
   * Exchanges a refresh token for its successor. A replaced one gets the same successor for 30 seconds, or until that
   * is used; after that its use means that one of the two was stolen, and the session ends.
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
        await client.query(
          "update sessions set revoked_at = clock_timestamp(), revoked_because = 'TOKEN_REUSED' where session_guid = $1",
          [sessionGuid],
        );
        this.#open.forget(sessionGuid);
        return null;
      }
      if (!presented.is_replaced) {
        await client.query(
          'update refresh_tokens set replaced_at = clock_timestamp(), successor = $2 where hash = $1',
          [hash, hashOf(successor)],
        );
        await client.query(
          'insert into refresh_tokens (hash, session_guid, expires_at) values ($1, $2, clock_timestamp() + make_interval(days => $3))',
          [hashOf(successor), sessionGuid, TOKEN_DAYS],
        );
      }
      return {
        sessionGuid,
        userGuid,
        refreshToken: successor,
        organizationGuid: presented.organization_guid,
        isAuditor: presented.method === 'AUDITOR',
      };
    });
  }

  /** Ends the session of a refresh token or of a bearer, if there is one. */
  async end(by: { refreshToken?: string | undefined; sessionGuid?: string | undefined }): Promise<void> {
    await this.#revoke(
      'SIGNED_OUT',
      'session_guid = $2 or session_guid = (select session_guid from refresh_tokens where hash = $3)',
      [by.sessionGuid ?? null, by.refreshToken ? hashOf(by.refreshToken) : null],
    );
  }

  /** Ends one of a person's sessions; ignores foreign and ended ones. */
  async endOne(userGuid: string, sessionGuid: string): Promise<void> {
    await this.#revoke('SIGNED_OUT', 'user_guid = $2 and session_guid = $3', [userGuid, sessionGuid]);
  }

  /** Ends all of a person's sessions, except a given one. @returns their number. */
  endAll(
    userGuid: string,
    {
      except = null,
      because = 'SIGNED_OUT',
    }: { except?: string | null; because?: 'SIGNED_OUT' | 'FACTORS_RESET' } = {},
  ): Promise<number> {
    return this.#revoke(because, 'user_guid = $2 and session_guid is distinct from $3', [userGuid, except]);
  }

  /** Stores a person's new password, and ends the sessions that began with an older one, except a given one. */
  async storePassword(userGuid: string, hash: string, exceptSession: string | null = null): Promise<void> {
    const ended = await transaction(this.#pool, async (client) => {
      await client.query(
        `insert into password_credentials as c (user_guid, hash) values ($1, $2)
         on conflict (user_guid) do update set hash = excluded.hash, version = c.version + 1, changed_at = clock_timestamp()`,
        [userGuid, hash],
      );
      // A separate statement: it sees sessions whose commit the first one had to wait for.
      return client.query<{ session_guid: string }>(
        "update sessions set revoked_at = clock_timestamp(), revoked_because = 'PASSWORD_CHANGED' where user_guid = $1 and revoked_at is null and session_guid is distinct from $2 returning session_guid",
        [userGuid, exceptSession],
      );
    });
    for (const row of ended.rows) this.#open.forget(row.session_guid);
  }

  /** A person's open sessions: the given one first, then by last use. */
  async listOf(userGuid: string, first: string): Promise<KnownSession[]> {
    const { rows } = await this.#pool.query<KnownSession>(
      `select s.session_guid as "sessionGuid", s.started_at as "startedAt", t.issued_at as "lastSeenAt", s.device, s.method
       from sessions s join refresh_tokens t on t.session_guid = s.session_guid and t.replaced_at is null
       where s.user_guid = $1 and s.revoked_at is null and s.expires_at > clock_timestamp() and t.expires_at > clock_timestamp()
       order by s.session_guid = $2 desc, t.issued_at desc, s.session_guid`,
      [userGuid, first],
    );
    return rows;
  }

  async #revoke(because: string, which: string, values: readonly (string | Buffer | null)[]): Promise<number> {
    const { rows } = await this.#pool.query<{ session_guid: string }>(
      `update sessions set revoked_at = clock_timestamp(), revoked_because = $1 where revoked_at is null and (${which}) returning session_guid`,
      [because, ...values],
    );
    for (const row of rows) this.#open.forget(row.session_guid);
    return rows.length;
  }

  /** The session, if it is open; at most half a second old. */
  find(sessionGuid: string): Promise<OpenSession | undefined> {
    return this.#open.of(sessionGuid);
  }

  /** In the order of the guids. */
  async #readOpen(sessionGuids: readonly string[]): Promise<(OpenSession | undefined)[]> {
    const { rows } = await this.#pool.query<OpenSession & { readonly sessionGuid: string }>({
      name: 'sessions that are open',
      text: `select session_guid as "sessionGuid", started_at > clock_timestamp() - interval '${RECENT_MINUTES} minutes' as "isRecent", method in ('TOTP', 'PASSKEY', 'RECOVERY_CODE') as "hasSecondFactor", organization_guid as "organizationGuid" from sessions where session_guid = any($1) and revoked_at is null and expires_at > clock_timestamp()`,
      values: [sessionGuids],
    });
    const open = new Map(rows.map(({ sessionGuid, ...session }) => [sessionGuid, session]));
    return sessionGuids.map((sessionGuid) => open.get(sessionGuid));
  }
}

/** Serializes requests with tokens of one session. */
async function lockPresented(client: pg.ClientBase, hash: Buffer): Promise<Presented | undefined> {
  await client.query(
    'select from sessions where session_guid = (select session_guid from refresh_tokens where hash = $1) for update',
    [hash],
  );
  const { rows } = await client.query<Presented>(
    `select s.session_guid, s.user_guid, s.organization_guid, s.method,
       s.revoked_at is null and s.expires_at > clock_timestamp() and t.expires_at > clock_timestamp() as is_open,
       t.replaced_at is not null as is_replaced,
       t.replaced_at > clock_timestamp() - make_interval(secs => $2) and n.replaced_at is null as is_in_grace
     from refresh_tokens t join sessions s using (session_guid) left join refresh_tokens n on n.hash = t.successor
     where t.hash = $1`,
    [hash, GRACE_SECONDS],
  );
  return rows[0];
}
