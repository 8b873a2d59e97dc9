import { createHash, createHmac } from 'node:crypto';
import type { PasskeyTransport } from '@plimsoll/contracts/identity/second-factors';
import { SealedRows } from '@plimsoll/event-store/crypto/sealed-rows';
import type pg from 'pg';

/** Time limit for creating a passkey, or signing with one. */
export const CEREMONY_MINUTES = 5;

/** Data of an authenticator from the creation of its passkey. */
export interface Credential {
  /** In base64url, like the public key (COSE). */
  readonly credentialId: string;
  readonly publicKey: string;
  readonly transports: readonly PasskeyTransport[];
}

export interface StoredPasskey extends Credential {
  readonly guid: string;
  readonly name: string;
  /** Signature counter, where the authenticator has one. */
  readonly signCount: number;
  readonly isBackedUp: boolean;
  readonly addedAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface NewPasskey extends Credential {
  readonly guid: string;
  readonly userGuid: string;
  readonly name: string;
  readonly signCount: number;
  readonly isBackedUp: boolean;
}

type Row = Pick<StoredPasskey, 'guid' | 'isBackedUp' | 'addedAt' | 'lastUsedAt'> & {
  readonly sealed: Buffer;
  readonly signCount: string;
};

/** Hash that identifies a challenge: challenges are not stored in plain text. */
export const challengeHash = (challenge: string): Buffer => createHash('sha256').update(challenge).digest();

/** Passkeys of accounts. Keys, ids and names are sealed. */
export class Passkeys {
  readonly #pool: pg.Pool;
  readonly #rows: SealedRows<Credential & { readonly name: string }>;
  readonly #marks: Buffer;

  /** @param sealingKey in base64. */
  constructor(pool: pg.Pool, sealingKey: string) {
    const key = Buffer.from(sealingKey, 'base64');
    this.#pool = pool;
    this.#rows = new SealedRows(key, 'plimsoll passkeys');
    this.#marks = createHmac('sha256', key).update('ids of passkeys').digest();
  }

  /** A person's passkeys, the oldest first. */
  async listOf(userGuid: string): Promise<StoredPasskey[]> {
    const { rows } = await this.#pool.query<Row>(
      'select guid, sealed, sign_count as "signCount", is_backed_up as "isBackedUp", added_at as "addedAt", last_used_at as "lastUsedAt" from passkeys where user_guid = $1 order by added_at, guid',
      [userGuid],
    );
    return rows.map(({ sealed, signCount, ...row }) => ({
      ...row,
      ...this.#rows.open(row.guid, sealed),
      signCount: Number(signCount),
    }));
  }

  /** Stores the challenge for creating a passkey, replacing the previous one. */
  async storeChallenge(userGuid: string, challenge: string): Promise<void> {
    await this.#pool.query(
      `insert into passkey_requests (user_guid, challenge_hash) values ($1, $2)
       on conflict (user_guid) do update set challenge_hash = excluded.challenge_hash, asked_at = excluded.asked_at, taken_by = null`,
      [userGuid, challengeHash(challenge)],
    );
  }

  /**
   * Takes the challenge, once for each command; a repetition gets it again. Undefined when there is none, or it has
   * expired.
   */
  async takeChallenge(userGuid: string, commandId: string): Promise<Buffer | undefined> {
    const { rows } = await this.#pool.query<{ challenge_hash: Buffer }>(
      `update passkey_requests set taken_by = $2 where user_guid = $1 and (taken_by is null or taken_by = $2) and asked_at > clock_timestamp() - interval '${CEREMONY_MINUTES} minutes' returning challenge_hash`,
      [userGuid, commandId],
    );
    return rows[0]?.challenge_hash;
  }

  /** Whether any account has this credential. */
  async isKnown(credentialId: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query('select from passkeys where credential_mark = $1', [
      this.#markOf(credentialId),
    ]);
    return rowCount === 1;
  }

  /** Activates a passkey. Idempotent. */
  async add({
    guid,
    userGuid,
    name,
    credentialId,
    publicKey,
    transports,
    signCount,
    isBackedUp,
  }: NewPasskey): Promise<void> {
    await this.#pool.query(
      'insert into passkeys (guid, user_guid, credential_mark, sealed, sign_count, is_backed_up) values ($1, $2, $3, $4, $5, $6) on conflict do nothing',
      [
        guid,
        userGuid,
        this.#markOf(credentialId),
        this.#rows.seal(guid, { name, credentialId, publicKey, transports }),
        signCount,
        isBackedUp,
      ],
    );
  }

  /** Accepts a signature whose counter, if any, has increased. */
  async takeSignature(guid: string, signCount: number, isBackedUp: boolean): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'update passkeys set sign_count = $2, is_backed_up = $3, last_used_at = clock_timestamp() where guid = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0))',
      [guid, signCount, isBackedUp],
    );
    return rowCount === 1;
  }

  #markOf(credentialId: string): Buffer {
    return createHmac('sha256', this.#marks).update(credentialId).digest();
  }
}
