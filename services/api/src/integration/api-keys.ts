import { createHmac, createSecretKey, hash, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { ApiKey } from '@plimsoll/contracts/integration/api-keys';
import { transaction } from '@plimsoll/postgres/transaction';
import { FindApiKey } from '@plimsoll/projections/integration/api-key-list/query';
import type { ApiKeyRow } from '@plimsoll/projections/integration/api-key-list/project';
import { queryAsTenant } from '@plimsoll/projections/platform/query-as-tenant';
import type pg from 'pg';
import { SwrCache } from '../platform/cache/swr-cache.ts';
import { throwRefusal } from '../http/problems/problem-of.ts';
import type { Viewers } from '../identity/accounts/viewers.ts';
import type { OpenApiKey } from './open-api-key.ts';

const KEY = /^Bearer +plm_([0-9a-f]{32})_([\w-]{43})$/i;
const CALLS_A_MINUTE = 60;
/** Sets a transaction-local setting by name, which row-level security reads. */
export const SET_CONFIG = 'select set_config($1, $2, true)';
const WWW_AUTHENTICATE = { 'www-authenticate': 'Bearer' };

const withoutHyphens = (guid: string): string => guid.replaceAll('-', '');
const guidOf = (hex: string): string =>
  hex.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Status of a key on a day of the organization. */
export const statusOf = (
  { is_revoked, expires_on }: Pick<ApiKeyRow, 'is_revoked' | 'expires_on'>,
  today: string,
): ApiKey['status'] => (is_revoked ? 'REVOKED' : expires_on < today ? 'EXPIRED' : 'ACTIVE');

/**
 * API keys of other systems. A key is derived from the command that created it, so that a repeated command returns it
 * again; only its hash is stored.
 */
@Injectable()
export class ApiKeys {
  readonly #secrets: KeyObject;
  readonly #known: SwrCache<ApiKeyRow | null>;

  constructor(
    private readonly pool: pg.Pool,
    private readonly queries: QueryBus,
    private readonly viewers: Viewers,
    sealingKey: string,
  ) {
    this.#secrets = createSecretKey(
      Buffer.from(hkdfSync('sha256', createSecretKey(Buffer.from(sealingKey, 'base64')), '', 'plimsoll api keys', 32)),
    );
    this.#known = new SwrCache((names) => {
      const [tenant, keyGuid] = names.split(' ') as [string, string];
      return this.queries.execute(new FindApiKey(tenant, keyGuid));
    });
  }

  /** The visible part of a key, after it was shown once. */
  prefixOf(keyGuid: string): string {
    return `plm_${withoutHyphens(keyGuid)}`;
  }

  /** The full key that a command created. */
  textOf(keyGuid: string, commandId: string): string {
    return `${this.prefixOf(keyGuid)}_${createHmac('sha256', this.#secrets).update(commandId).digest('base64url')}`;
  }

  /** Stores the hash of a key before it is created; without the key's event it gives no access. */
  async keep(tenant: string, keyGuid: string, text: string): Promise<void> {
    await transaction(this.pool, async (client) => {
      await client.query(SET_CONFIG, ['plimsoll.tenant', tenant]);
      await client.query(
        'insert into api_key_hashes (tenant, key_guid, hash) values ($1, $2, $3) on conflict (tenant, key_guid) do nothing',
        [tenant, keyGuid, hash('sha256', text, 'buffer')],
      );
    });
  }

  /** Time of the last use, by key guid. */
  async usesOf(tenant: string): Promise<ReadonlyMap<string, string | null>> {
    const [rows] = await queryAsTenant(this.pool, { tenant }, [
      {
        name: 'uses of api keys',
        text: 'select key_guid as guid, last_used_at as at from api_key_hashes where tenant = $1',
        values: [tenant],
      },
    ]);
    return new Map((rows as { guid: string; at: string | null }[]).map(({ guid, at }) => [guid, at]));
  }

  /** Authenticates a request by its key. Throws 401 for an invalid key, and 429 above sixty calls per minute. */
  async open(header: string | undefined): Promise<OpenApiKey> {
    const [, hex, secret] = KEY.exec(header ?? '') ?? throwRefusal('InvalidApiKey', {}, WWW_AUTHENTICATE);
    const keyGuid = guidOf(hex!);
    const called = await this.#call(keyGuid, hash('sha256', `plm_${hex!.toLowerCase()}_${secret}`, 'buffer'));
    const key = called && (await this.read(called.tenant, keyGuid));
    if (!key) throwRefusal('InvalidApiKey', {}, WWW_AUTHENTICATE);
    if (called.calls > CALLS_A_MINUTE)
      throwRefusal('TooManyAttempts', {}, { 'retry-after': String(60 - new Date().getUTCSeconds()) });
    return key;
  }

  /** An active key, else null. Long polling reads it again during a call, so that revocation ends the call. */
  async read(tenant: string, keyGuid: string): Promise<OpenApiKey | null> {
    const row = await this.#known.of(`${tenant} ${keyGuid}`);
    if (!row || statusOf(row, await this.viewers.dayAt(tenant, new Date())) !== 'ACTIVE') return null;
    return { tenant, keyGuid, level: row.level, includeSensitive: row.include_sensitive, types: row.types };
  }

  forget(tenant: string, keyGuid: string): void {
    this.#known.forget(`${tenant} ${keyGuid}`);
  }

  /** Counts a call; undefined if the key's hash does not match. */
  #call(keyGuid: string, given: Buffer): Promise<{ tenant: string; calls: number } | undefined> {
    return transaction(this.pool, async (client) => {
      await client.query(SET_CONFIG, ['plimsoll.api_key', keyGuid]);
      const {
        rows: [known],
      } = await client.query<{ hash: Buffer }>('select hash from api_key_hashes where key_guid = $1', [keyGuid]);
      if (!known || !timingSafeEqual(known.hash, given)) return undefined;
      const {
        rows: [called],
      } = await client.query<{ tenant: string; calls: number }>(
        `update api_key_hashes set last_used_at = clock_timestamp(), minute = date_trunc('minute', clock_timestamp()),
           calls = case when minute = date_trunc('minute', clock_timestamp()) then calls + 1 else 1 end
         where key_guid = $1 returning tenant, calls`,
        [keyGuid],
      );
      return called;
    });
  }
}
