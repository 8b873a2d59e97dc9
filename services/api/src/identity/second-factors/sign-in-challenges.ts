import { createHash, randomBytes } from 'node:crypto';
import { SealedRows } from '@plimsoll/event-store/crypto/sealed-rows';
import type pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { challengeHash } from './passkeys.ts';

/** Maximum number of answers to a challenge. */
const MAX_TRIES = 5;
const HOLDS = "interval '5 minutes'";
/** More rows than a challenge can add, so that expired rows never accumulate. */
const SWEPT_AT_ONCE = 5;

/** A user who has passed the first of two steps. */
export interface FirstStep {
  readonly userGuid: string;
  /** Version of the verified password: if it changes meanwhile, the second step fails. */
  readonly credentialVersion: number;
  /** The name that was typed, in lower case. */
  readonly account: string;
}

/** A challenge with a counted try. */
export interface TriedChallenge extends FirstStep {
  readonly guid: string;
  readonly triesLeft: number;
  readonly passkeyChallengeHash: Buffer | null;
}

interface Row {
  readonly guid: string;
  readonly user_guid: string;
  readonly credential_version: number;
  readonly sealed: Buffer;
  readonly passkey_challenge_hash: Buffer | null;
  readonly tries: number;
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Challenges between the two steps of a sign-in. Void after five tries, after five minutes, and once answered. */
export class SignInChallenges {
  readonly #pool: pg.Pool;
  readonly #rows: SealedRows<{ readonly account: string }>;

  /** @param sealingKey in base64. */
  constructor(pool: pg.Pool, sealingKey: string) {
    this.#pool = pool;
    this.#rows = new SealedRows(Buffer.from(sealingKey, 'base64'), 'plimsoll sign-in challenges');
  }

  /** Creates one. @returns its token, which is not stored; null when that version of the password is outdated. */
  async begin(
    { userGuid, credentialVersion, account }: FirstStep,
    passkeyChallenge: string | null,
  ): Promise<string | null> {
    const guid = uuidv7();
    const token = randomBytes(32).toString('base64url');
    const { rowCount } = await this.#pool.query({
      name: 'begin challenge',
      text: `with over as (delete from sign_in_challenges where guid in (select guid from sign_in_challenges where begun_at < clock_timestamp() - ${HOLDS} order by begun_at limit ${SWEPT_AT_ONCE} for update skip locked))
        insert into sign_in_challenges (guid, token_hash, user_guid, credential_version, sealed, passkey_challenge_hash)
        select $1, $2, user_guid, version, $5, $6 from password_credentials where user_guid = $3 and version = $4`,
      values: [
        guid,
        hashOf(token),
        userGuid,
        credentialVersion,
        this.#rows.seal(guid, { account }),
        passkeyChallenge === null ? null : challengeHash(passkeyChallenge),
      ],
    });
    return rowCount === 1 ? token : null;
  }

  /** Counts a try; undefined when the challenge is void or unknown. */
  async try(token: string): Promise<TriedChallenge | undefined> {
    const { rows } = await this.#pool.query<Row>({
      name: 'try challenge',
      text: `update sign_in_challenges set tries = tries + 1 where token_hash = $1 and tries < ${MAX_TRIES} and used_at is null and begun_at > clock_timestamp() - ${HOLDS}
        returning guid, user_guid, credential_version, sealed, passkey_challenge_hash, tries`,
      values: [hashOf(token)],
    });
    const row = rows[0];
    return (
      row && {
        guid: row.guid,
        userGuid: row.user_guid,
        credentialVersion: row.credential_version,
        account: this.#rows.open(row.guid, row.sealed).account,
        triesLeft: MAX_TRIES - row.tries,
        passkeyChallengeHash: row.passkey_challenge_hash,
      }
    );
  }

  /** Marks it as answered. @returns false if it was answered before. */
  async take(guid: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'update sign_in_challenges set used_at = clock_timestamp() where guid = $1 and used_at is null',
      [guid],
    );
    return rowCount === 1;
  }
}
