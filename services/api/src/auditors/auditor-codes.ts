import { createHmac, createSecretKey, hash, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import { LOCKING_ERROR } from '@plimsoll/contracts/auditors/grants';
import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';
import { ABOUT } from '../integration/api-keys.ts';

const TOKEN = /^([0-9a-f]{32})_([\w-]{43})$/;
const PASSCODE_DIGITS = 8;

const bare = (guid: string): string => guid.replaceAll('-', '');
const guidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** What a link and a passcode turn out to be. */
export interface TriedCode {
  readonly tenant: string;
  readonly grantGuid: string;
  readonly isRight: boolean;
  /** Whether so many were wrong by now that none counts any more. */
  readonly isGuessedAt: boolean;
}

/** What auditors sign in with. Link and passcode follow from the command that made the grant, so that a lost answer can be given again; only hashes are kept. */
export class AuditorCodes {
  readonly #pool: pg.Pool;
  readonly #secrets: KeyObject;

  constructor(pool: pg.Pool, sealingKey: string) {
    this.#pool = pool;
    this.#secrets = createSecretKey(
      Buffer.from(
        hkdfSync('sha256', createSecretKey(Buffer.from(sealingKey, 'base64')), '', 'plimsoll auditor codes', 32),
      ),
    );
  }

  /** The token of the link and the passcode that a command made. */
  of(grantGuid: string, commandId: string): { readonly token: string; readonly passcode: string } {
    const number = this.#hmac(`passcode ${commandId}`).readBigUInt64BE() % 10n ** BigInt(PASSCODE_DIGITS);
    return {
      token: `${bare(grantGuid)}_${this.#hmac(`token ${commandId}`).toString('base64url')}`,
      passcode: String(number).padStart(PASSCODE_DIGITS, '0'),
    };
  }

  /** Keeps the hashes of a grant that is about to be made: without its event they open nothing. */
  async keep(tenant: string, grantGuid: string, { token, passcode }: ReturnType<AuditorCodes['of']>): Promise<void> {
    await transaction(this.#pool, async (client) => {
      await client.query(ABOUT, ['plimsoll.tenant', tenant]);
      await client.query(
        'insert into auditor_codes (tenant, grant_guid, token_hash, passcode_hash) values ($1, $2, $3, $4) on conflict (tenant, grant_guid) do nothing',
        [tenant, grantGuid, hash('sha256', token, 'buffer'), this.#kept(grantGuid, passcode)],
      );
    });
  }

  /** Tries a passcode, and counts it when it is wrong; undefined where the link is none. Those who try at once come one after the other. */
  try(token: string, passcode: string): Promise<TriedCode | undefined> {
    const [, hex] = TOKEN.exec(token) ?? [];
    if (hex === undefined) return Promise.resolve(undefined);
    const grantGuid = guidOf(hex);
    return transaction(this.#pool, async (client) => {
      await client.query(ABOUT, ['plimsoll.auditor_grant', grantGuid]);
      const {
        rows: [known],
      } = await client.query<{ tenant: string; token: Buffer; passcode: Buffer; wrong: number }>(
        'select tenant, token_hash as token, passcode_hash as passcode, wrong_codes as wrong from auditor_codes where grant_guid = $1 for update',
        [grantGuid],
      );
      if (!known || !timingSafeEqual(known.token, hash('sha256', token, 'buffer'))) return undefined;
      const isRight = timingSafeEqual(known.passcode, this.#kept(grantGuid, passcode));
      const wrong = known.wrong >= LOCKING_ERROR ? known.wrong : isRight ? 0 : known.wrong + 1;
      if (wrong !== known.wrong)
        await client.query('update auditor_codes set wrong_codes = $2 where grant_guid = $1', [grantGuid, wrong]);
      return { tenant: known.tenant, grantGuid, isRight: isRight && wrong === 0, isGuessedAt: wrong >= LOCKING_ERROR };
    });
  }

  #kept(grantGuid: string, passcode: string): Buffer {
    return this.#hmac(`kept ${grantGuid} ${passcode}`);
  }

  #hmac(text: string): Buffer {
    return createHmac('sha256', this.#secrets).update(text).digest();
  }
}
