import { createHash, createHmac, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import type { SamlFailure } from '@plimsoll/contracts/single-sign-on/saml-checks';
import { SSO_TRY_MINUTES, type SsoSettings } from '@plimsoll/contracts/single-sign-on/sso';
import { inTenant } from '@plimsoll/event-store/postgres/in-tenant';
import { SealedRows } from '@plimsoll/event-store/crypto/sealed-rows';
import type pg from 'pg';
import { v4 as uuidv4, validate } from 'uuid';
import type { AssertedPerson } from './saml-answer.ts';

/** Time for the provider's answer, including a second factor on a phone. */
const REQUEST_HOLDS = "interval '15 minutes'";
/** Time between the provider's answer and the console's call in the same browser. */
const CODE_HOLDS = "interval '2 minutes'";
/** Expired rows deleted with each request: more than one, so that the table does not grow. */
const SWEPT_AT_ONCE = 5;
const CODE = /^([0-9a-f]{32})([\w-]{43})$/;

/** A sign-in request to an identity provider. */
export interface NewSsoRequest {
  readonly organizationGuid: string;
  readonly providerGuid: string;
  readonly browserMark: Buffer;
  /** Where the browser continues after signing in. */
  readonly redirectUrl: string | null;
  /** The admin who tests the settings; null for a sign-in. */
  readonly triedBy: string | null;
}

/** A request that is not answered yet. */
export interface OpenRequest {
  readonly providerGuid: string;
  readonly triedBy: string | null;
}

/** An answered request, redeemed in the browser that made it. */
export interface Redeemed extends OpenRequest {
  readonly guid: string;
  readonly organizationGuid: string;
  readonly redirectUrl: string | null;
  readonly person: AssertedPerson;
}

interface Content {
  readonly redirectUrl: string | null;
  readonly person?: AssertedPerson;
  readonly failure?: SamlFailure;
}

const hashOf = (code: string): Buffer => createHash('sha256').update(code).digest();

/**
 * Stores sign-ins through identity providers, from request to code: each request is answered once, and each code
 * redeemed once.
 */
export class SsoRequests {
  readonly #pool: pg.Pool;
  readonly #rows: SealedRows<Content>;
  readonly #key: KeyObject;

  /** @param sealingKey in base64. */
  constructor(pool: pg.Pool, sealingKey: string) {
    const key = Buffer.from(sealingKey, 'base64');
    this.#pool = pool;
    this.#rows = new SealedRows(key, 'plimsoll single sign-on');
    this.#key = createSecretKey(
      Buffer.from(hkdfSync('sha256', createSecretKey(key), '', 'plimsoll names of providers', 32)),
    );
  }

  /** Stores a request. @returns its guid, from which the SAML request id is made. */
  async begin({ organizationGuid, providerGuid, browserMark, redirectUrl, triedBy }: NewSsoRequest): Promise<string> {
    const guid = uuidv4();
    await inTenant(this.#pool, organizationGuid, (client) =>
      client.query({
        name: 'begin single sign-on',
        text: `with over as (delete from sso_requests where (tenant, guid) in (select tenant, guid from sso_requests where tenant = $1 and asked_at < clock_timestamp() - interval '1 day' order by asked_at limit ${SWEPT_AT_ONCE} for update skip locked))
        insert into sso_requests (tenant, guid, provider_guid, browser_mark, tried_by, sealed) values ($1, $2, $3, $4, $5, $6)`,
        values: [organizationGuid, guid, providerGuid, browserMark, triedBy, this.#rows.seal(guid, { redirectUrl })],
      }),
    );
    return guid;
  }

  /** The request, if it still waits for its answer. */
  async find(organizationGuid: string, guid: string): Promise<OpenRequest | undefined> {
    const { rows } = await inTenant(this.#pool, organizationGuid, (client) =>
      client.query<OpenRequest>(
        `select provider_guid as "providerGuid", tried_by as "triedBy" from sso_requests where tenant = $1 and guid = $2 and answered_at is null and asked_at > clock_timestamp() - ${REQUEST_HOLDS}`,
        [organizationGuid, guid],
      ),
    );
    return rows[0];
  }

  /**
   * Stores the answer of a request, once. @returns the code that completes the sign-in; null if it was answered
   * meanwhile.
   */
  async answer(organizationGuid: string, guid: string, person: AssertedPerson): Promise<string | null> {
    const code = `${organizationGuid.replaceAll('-', '')}${randomBytes(32).toString('base64url')}`;
    const rowCount = await inTenant(this.#pool, organizationGuid, async (client) => {
      const { rows } = await client.query<{ sealed: Buffer }>(
        'select sealed from sso_requests where tenant = $1 and guid = $2 and answered_at is null for update',
        [organizationGuid, guid],
      );
      if (!rows[0]) return 0;
      const { redirectUrl } = this.#rows.open(guid, rows[0].sealed);
      const { rowCount: written } = await client.query(
        'update sso_requests set answered_at = clock_timestamp(), code_hash = $3, sealed = $4 where tenant = $1 and guid = $2',
        [organizationGuid, guid, hashOf(code), this.#rows.seal(guid, { redirectUrl, person })],
      );
      return written;
    });
    return rowCount === 1 ? code : null;
  }

  /**
   * Redeems a code, once, in the browser that made the request; an attempt from another browser does not invalidate it.
   */
  async redeem(code: string, browserMark: Buffer | null): Promise<Redeemed | undefined> {
    const organizationGuid = CODE.exec(code)?.[1]?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    if (!organizationGuid || !validate(organizationGuid) || !browserMark) return undefined;
    const { rows } = await inTenant(this.#pool, organizationGuid, (client) =>
      client.query<{ guid: string; provider_guid: string; tried_by: string | null; sealed: Buffer }>(
        `update sso_requests set redeemed_at = clock_timestamp()
       where tenant = $1 and code_hash = $2 and browser_mark = $3 and redeemed_at is null and answered_at > clock_timestamp() - ${CODE_HOLDS} returning guid, provider_guid, tried_by, sealed`,
        [organizationGuid, hashOf(code), browserMark],
      ),
    );
    const row = rows[0];
    if (!row) return undefined;
    const { redirectUrl, person } = this.#rows.open(row.guid, row.sealed);
    return (
      person && {
        guid: row.guid,
        organizationGuid,
        providerGuid: row.provider_guid,
        triedBy: row.tried_by,
        redirectUrl,
        person,
      }
    );
  }

  /** Records why an admin's try failed. The request stays open: the provider may answer it correctly yet. */
  async fail(organizationGuid: string, guid: string, failure: SamlFailure): Promise<void> {
    await inTenant(this.#pool, organizationGuid, async (client) => {
      const { rows } = await client.query<{ sealed: Buffer }>(
        'select sealed from sso_requests where tenant = $1 and guid = $2 and tried_by is not null for update',
        [organizationGuid, guid],
      );
      if (!rows[0]) return;
      const content = this.#rows.open(guid, rows[0].sealed);
      await client.query(
        'update sso_requests set failed_at = clock_timestamp(), sealed = $3 where tenant = $1 and guid = $2',
        [organizationGuid, guid, this.#rows.seal(guid, { ...content, failure })],
      );
    });
  }

  /** Why an admin's last try of this provider data failed; null if it did not, or none of the last day has ended. */
  async lastFailure(
    organizationGuid: string,
    userGuid: string,
    providerGuid: string,
  ): Promise<SsoSettings['failedTry']> {
    const { rows } = await inTenant(this.#pool, organizationGuid, (client) =>
      client.query<{ guid: string; sealed: Buffer; failed_at: Date | null; proved_at: Date | null }>(
        `select guid, sealed, failed_at, proved_at from sso_requests
        where tenant = $1 and tried_by = $2 and provider_guid = $3 and greatest(failed_at, proved_at) > clock_timestamp() - interval '1 day'
        order by greatest(failed_at, proved_at) desc limit 1`,
        [organizationGuid, userGuid, providerGuid],
      ),
    );
    const [last] = rows;
    if (!last?.failed_at || (last.proved_at && last.proved_at > last.failed_at)) return null;
    const { failure } = this.#rows.open(last.guid, last.sealed);
    return failure ? { ...failure, at: last.failed_at.toISOString() } : null;
  }

  /** Records that an admin's test succeeded. */
  async prove({ organizationGuid, guid }: Pick<Redeemed, 'organizationGuid' | 'guid'>): Promise<void> {
    await inTenant(this.#pool, organizationGuid, (client) =>
      client.query('update sso_requests set proved_at = clock_timestamp() where tenant = $1 and guid = $2', [
        organizationGuid,
        guid,
      ]),
    );
  }

  /** Guids of provider data that an admin tested in the last `SSO_TRY_MINUTES`. */
  async provedBy(organizationGuid: string, userGuid: string): Promise<ReadonlySet<string>> {
    const { rows } = await inTenant(this.#pool, organizationGuid, (client) =>
      client.query<{ provider: string }>(
        `select provider_guid as provider from sso_requests where tenant = $1 and tried_by = $2 and proved_at > clock_timestamp() - interval '${SSO_TRY_MINUTES} minutes'`,
        [organizationGuid, userGuid],
      ),
    );
    return new Set(rows.map(({ provider }) => provider));
  }

  /** User linked to a provider's name id; undefined for an unknown one. */
  async linkedTo(organizationGuid: string, entityId: string, nameId: string): Promise<string | undefined> {
    const { rows } = await inTenant(this.#pool, organizationGuid, (client) =>
      client.query<{ user: string }>('select user_guid as user from sso_links where tenant = $1 and name_mark = $2', [
        organizationGuid,
        this.#markOf(entityId, nameId),
      ]),
    );
    return rows[0]?.user;
  }

  /** Links a provider's name id to a user, replacing an earlier link. */
  async link(organizationGuid: string, entityId: string, nameId: string, userGuid: string): Promise<void> {
    await inTenant(this.#pool, organizationGuid, (client) =>
      client.query(
        `insert into sso_links (tenant, name_mark, user_guid) values ($1, $2, $3)
       on conflict (tenant, name_mark) do update set user_guid = excluded.user_guid, linked_at = clock_timestamp()`,
        [organizationGuid, this.#markOf(entityId, nameId), userGuid],
      ),
    );
  }

  #markOf(entityId: string, nameId: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([entityId, nameId]))
      .digest();
  }
}
