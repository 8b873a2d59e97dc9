import { createHmac } from 'node:crypto';
import type { SignUpRequest } from '@plimsoll/contracts/identity/requests';
import type { TrackingCodes } from '@plimsoll/contracts/identity/tracking-codes';
import { MailedLinks, type ParsedToken } from '@plimsoll/shared/mailed-links';
import { putIntoOutbox } from '@plimsoll/shared/outbox';
import { SealedRows } from '@plimsoll/event-store/crypto/sealed-rows';
import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { AddressMarks } from '../email-addresses/address-marks.ts';
import {
  RECORD_VERIFIED,
  LINK_HOLDS,
  PENDING,
  SWEEP_LINKS,
  SWEPT_AT_ONCE,
} from '../email-addresses/email-verifications.ts';

/**
 * Data that a person entered at sign-up, sealed until the address is verified; entries for an organization are stored
 * as long as the row.
 */
export type SignedUp = Pick<
  SignUpRequest,
  'name' | 'emailAddress' | 'currencyCode' | 'channelPartner' | 'utmCodes' | 'onboarding'
>;

/** A sign-up found by its mail's link. */
export interface PendingSignUp {
  readonly verificationGuid: string;
  readonly signUpGuid: string;
  readonly userGuid: string;
  readonly signedUp: SignedUp;
  readonly passwordHash: string;
  readonly browserMark: Buffer;
  /** Whether this sign-up has verified an address, and whether with this link. */
  readonly isVerified: boolean;
  readonly isVerifiedByThis: boolean;
  /** Whether the link has been used to sign in. */
  readonly isSignedIn: boolean;
}

interface Row {
  readonly sign_up: string;
  readonly user_guid: string;
  readonly sealed: Buffer;
  readonly password_hash: string;
  readonly browser_mark: Buffer;
  readonly is_verified: boolean;
  readonly is_verified_by_this: boolean;
  readonly is_signed_in: boolean;
}

/** Sign-ups whose address is not verified yet. Several for one address may coexist; accounts are not checked here. */
export class SignUps {
  readonly #pool: pg.Pool;
  readonly #rows: SealedRows<SignedUp>;
  readonly #links: ReturnType<typeof MailedLinks.ofVerifications>;
  readonly #marks: AddressMarks;
  readonly #salts: Buffer;

  constructor(pool: pg.Pool, sealingKey: string) {
    const key = Buffer.from(sealingKey, 'base64');
    this.#pool = pool;
    this.#rows = new SealedRows(key, 'plimsoll sign-ups');
    this.#links = MailedLinks.ofVerifications(key);
    this.#marks = new AddressMarks(sealingKey);
    this.#salts = createHmac('sha256', key).update('salts of sign-ups').digest();
  }

  /** One salt per address: a password is hashed once and compared with all pending sign-ups. */
  saltOf(emailAddress: string): Buffer {
    return createHmac('sha256', this.#salts).update(emailAddress.toLowerCase()).digest().subarray(0, 16);
  }

  /** Stores a sign-up and sends its mail. */
  async add(signedUp: SignedUp, passwordHash: string, browserMark: Buffer): Promise<void> {
    const [guid, verification] = [uuidv7(), uuidv7()];
    await transaction(this.#pool, async (client) => {
      await client.query({
        name: 'add sign-up',
        text: `with over as (delete from sign_ups where guid in (select guid from sign_ups where signed_up_at < clock_timestamp() - ${PENDING} order by signed_up_at limit ${SWEPT_AT_ONCE} for update skip locked))
          insert into sign_ups (guid, user_guid, address_mark, browser_mark, sealed, password_hash) values ($1, $2, $3, $4, $5, $6)`,
        values: [
          guid,
          uuidv4(),
          this.#marks.of(signedUp.emailAddress),
          browserMark,
          this.#rows.seal(guid, signedUp),
          passwordHash,
        ],
      });
      await client.query({
        name: 'add verification',
        text: `with over as (${SWEEP_LINKS}) insert into email_verifications (guid, sign_up, sealed) values ($1, $2, $3)`,
        values: [verification, guid, this.#links.rows.seal(verification, { emailAddress: signedUp.emailAddress })],
      });
      await putIntoOutbox(client, { guid: uuidv4(), kind: 'VERIFY', ids: { verification } });
    });
  }

  /**
   * Sends another mail to an address: for the sign-up of the calling browser, else for the latest one, else for the
   * account that added the address. Without any the same is written.
   * @param codes replace those of the sign-up, if it is of this browser.
   */
  async resend(emailAddress: string, browserMark: Buffer | null, codes: TrackingCodes): Promise<void> {
    const verification = uuidv7();
    await transaction(this.#pool, async (client) => {
      const { rows } = await client.query<{ sign_up: string | null }>({
        name: 'add verification again',
        text: `with over as (${SWEEP_LINKS})
          insert into email_verifications (guid, sign_up, user_guid, sealed) values ($1, (
            select guid from sign_ups where address_mark = $2 and verified_at is null and signed_up_at > clock_timestamp() - ${PENDING}
            order by browser_mark = $3 desc nulls last, signed_up_at desc limit 1), (
            select user_guid from pending_addresses where address_mark = $2 and added_at > clock_timestamp() - ${PENDING} order by added_at desc limit 1), $4)
          returning sign_up`,
        values: [
          verification,
          this.#marks.of(emailAddress),
          browserMark,
          this.#links.rows.seal(verification, { emailAddress }),
        ],
      });
      if (Object.keys(codes).length > 0)
        await this.#changeCodes(client, { signUp: rows[0]!.sign_up, browserMark }, codes);
      await putIntoOutbox(client, { guid: uuidv4(), kind: 'VERIFY', ids: { verification } });
    });
  }

  async #changeCodes(
    client: pg.ClientBase,
    { signUp, browserMark }: { signUp: string | null; browserMark: Buffer | null },
    utmCodes: TrackingCodes,
  ): Promise<void> {
    const { rows } = await client.query<{ sealed: Buffer }>(
      'select sealed from sign_ups where guid = $1 and browser_mark = $2 for update',
      [signUp, browserMark],
    );
    if (!rows[0]) return;
    await client.query('update sign_ups set sealed = $2 where guid = $1', [
      signUp,
      this.#rows.seal(signUp!, { ...this.#rows.open(signUp!, rows[0].sealed), utmCodes }),
    ]);
  }

  /** Hashes of the pending passwords of an address, by its salt. */
  async pendingHashes(emailAddress: string): Promise<string[]> {
    const { rows } = await this.#pool.query<{ password_hash: string }>({
      name: 'pending passwords',
      text: `select password_hash from sign_ups where address_mark = $1 and verified_at is null and signed_up_at > clock_timestamp() - ${PENDING}`,
      values: [this.#marks.of(emailAddress)],
    });
    return rows.map(({ password_hash }) => password_hash);
  }

  /** Entries for an organization from the person's sign-up; null where there are none, or they have expired. */
  async prefilledBy(userGuid: string): Promise<SignedUp['onboarding'] | null> {
    const { rows } = await this.#pool.query<{ guid: string; sealed: Buffer }>({
      name: 'sign-up of account',
      text: `select guid, sealed from sign_ups where user_guid = $1 and verified_at is not null and signed_up_at > clock_timestamp() - ${PENDING}`,
      values: [userGuid],
    });
    const row = rows[0];
    return (row && this.#rows.open(row.guid, row.sealed).onboarding) ?? null;
  }

  readToken(token: string): ParsedToken {
    return this.#links.read(token);
  }

  /** The sign-up of a mail's link; undefined when it has expired, or there was none. */
  async findByLink(verificationGuid: string): Promise<PendingSignUp | undefined> {
    const { rows } = await this.#pool.query<Row>({
      name: 'sign-up behind link',
      text: `select v.sign_up, s.user_guid, s.sealed, s.password_hash, s.browser_mark, s.verified_at is not null as is_verified, v.verified_at is not null as is_verified_by_this, v.signed_in_at is not null as is_signed_in
        from email_verifications v join sign_ups s on s.guid = v.sign_up
        where v.guid = $1 and v.asked_at > clock_timestamp() - ${LINK_HOLDS} and s.signed_up_at > clock_timestamp() - ${PENDING}`,
      values: [verificationGuid],
    });
    const row = rows[0];
    return (
      row && {
        verificationGuid,
        signUpGuid: row.sign_up,
        userGuid: row.user_guid,
        signedUp: this.#rows.open(row.sign_up, row.sealed),
        passwordHash: row.password_hash,
        browserMark: row.browser_mark,
        isVerified: row.is_verified,
        isVerifiedByThis: row.is_verified_by_this,
        isSignedIn: row.is_signed_in,
      }
    );
  }

  /** Makes the chosen password the account's, once the log has the account. Idempotent. */
  async complete({ userGuid, passwordHash, signUpGuid, verificationGuid }: PendingSignUp): Promise<void> {
    await transaction(this.#pool, async (client) => {
      await client.query('insert into password_credentials (user_guid, hash) values ($1, $2) on conflict do nothing', [
        userGuid,
        passwordHash,
      ]);
      await client.query(
        'update sign_ups set verified_at = clock_timestamp() where guid = $1 and verified_at is null',
        [signUpGuid],
      );
      await client.query(RECORD_VERIFIED, [verificationGuid]);
    });
  }

  /** Sets the password of an account without one. @returns whether it had none. */
  async storeFirstPassword(userGuid: string, passwordHash: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'insert into password_credentials (user_guid, hash) values ($1, $2) on conflict do nothing',
      [userGuid, passwordHash],
    );
    return rowCount === 1;
  }

  /** Uses a link to sign in. @returns false if it was used before. */
  async takeSignIn(verificationGuid: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'update email_verifications set signed_in_at = clock_timestamp() where guid = $1 and signed_in_at is null',
      [verificationGuid],
    );
    return rowCount === 1;
  }
}
