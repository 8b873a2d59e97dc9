import { createHmac, createSecretKey, hash, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import { LOCKING_ERROR } from '@plimsoll/contracts/auditors/grants';
import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';
import { SET_CONFIG } from '../integration/api-keys.ts';

const TOKEN = /^([0-9a-f]{32})_([\w-]{43})$/;
const PASSCODE_DIGITS = 8;

const withoutHyphens = (guid: string): string => guid.replaceAll('-', '');
const guidOf = (hex: string): string => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Result of trying a link's token and a passcode. */
export interface TriedCode {
  readonly tenant: string;
  readonly grantGuid: string;
  readonly isRight: boolean;
  /** Whether the code is locked after too many wrong passcodes; correct ones are then refused too. */
  readonly isGuessedAt: boolean;
}

/**
 * Sign-in codes of auditors: the link's token and a passcode. Both are derived from the command id of the grant, so
 * that a repeated command returns them again; only hashes are stored.
 */
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

  /** The token and the passcode of a grant command. */
  of(grantGuid: string, commandId: string): { readonly token: string; readonly passcode: string } {
    const number = this.#hmac(`passcode ${commandId}`).readBigUInt64BE() % 10n ** BigInt(PASSCODE_DIGITS);
    return {
      token: `${withoutHyphens(grantGuid)}_${this.#hmac(`token ${commandId}`).toString('base64url')}`,
      passcode: String(number).padStart(PASSCODE_DIGITS, '0'),
    };
  }

  /** Stores the hashes of a grant before it is created; without the grant's event they give no access. */
  async keep(tenant: string, grantGuid: string, { token, passcode }: ReturnType<AuditorCodes['of']>): Promise<void> {
    await transaction(this.#pool, async (client) => {
      await client.query(SET_CONFIG, ['plimsoll.tenant', tenant]);
      await client.query(
        'insert into auditor_codes (tenant, grant_guid, token_hash, passcode_hash) values ($1, $2, $3, $4) on conflict (tenant, grant_guid) do nothing',
        [tenant, grantGuid, hash('sha256', token, 'buffer'), this.#passcodeHash(grantGuid, passcode)],
      );
    });
  }

  /**
   * Checks a passcode and counts wrong ones; undefined for an unknown token. Concurrent attempts are serialized by a
   * row lock.
   */
  try(token: string, passcode: string): Promise<TriedCode | undefined> {
    const [, hex] = TOKEN.exec(token) ?? [];
    if (hex === undefined) return Promise.resolve(undefined);
    const grantGuid = guidOf(hex);
    return transaction(this.#pool, async (client) => {
      await client.query(SET_CONFIG, ['plimsoll.auditor_grant', grantGuid]);
      const {
        rows: [known],
      } = await client.query<{ tenant: string; token: Buffer; passcode: Buffer; wrong: number }>(
        'select tenant, token_hash as token, passcode_hash as passcode, wrong_codes as wrong from auditor_codes where grant_guid = $1 for update',
        [grantGuid],
      );
      if (!known || !timingSafeEqual(known.token, hash('sha256', token, 'buffer'))) return undefined;
      const isRight = timingSafeEqual(known.passcode, this.#passcodeHash(grantGuid, passcode));
      const wrong = known.wrong >= LOCKING_ERROR ? known.wrong : isRight ? 0 : known.wrong + 1;
      if (wrong !== known.wrong)
        await client.query('update auditor_codes set wrong_codes = $2 where grant_guid = $1', [grantGuid, wrong]);
      return { tenant: known.tenant, grantGuid, isRight: isRight && wrong === 0, isGuessedAt: wrong >= LOCKING_ERROR };
    });
  }

  #passcodeHash(grantGuid: string, passcode: string): Buffer {
    return this.#hmac(`kept ${grantGuid} ${passcode}`);
  }

  #hmac(text: string): Buffer {
    return createHmac('sha256', this.#secrets).update(text).digest();
  }
}
