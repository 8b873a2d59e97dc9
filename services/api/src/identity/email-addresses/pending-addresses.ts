import { MailedLinks } from '@plimsoll/shared/mailed-links';
import { putIntoOutbox } from '@plimsoll/shared/outbox';
import { SealedRows } from '@plimsoll/event-store/crypto/sealed-rows';
import { transaction } from '@plimsoll/postgres/transaction';
import type pg from 'pg';
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid';
import { AddressMarks } from './address-marks.ts';
import { RECORD_VERIFIED, LINK_HOLDS, PENDING, SWEEP_LINKS, SWEPT_AT_ONCE } from './email-verifications.ts';

/** An address that was added to an account and is not verified yet. */
export interface PendingAddress {
  readonly guid: string;
  readonly emailAddress: string;
}

/**
 * Result of adding an address: stored (now or by the same command before), already one of the account, or over the
 * limit.
 */
export type Added = 'ADDED' | 'OWN' | 'TOO_MANY';

/** Data behind a mail's link: the address, its account, and whether it belongs to a sign-up. */
export interface VerificationLink {
  readonly emailAddress: string;
  readonly userGuid: string | null;
  readonly isOfSignUp: boolean;
}

/**
 * Unverified addresses of accounts. Ownership is not checked here: if several accounts add the same address, the first
 * one to verify it gets it.
 */
export class PendingAddresses {
  readonly #pool: pg.Pool;
  readonly #rows: SealedRows<{ readonly emailAddress: string }>;
  readonly #links: ReturnType<typeof MailedLinks.ofVerifications>;
  readonly #marks: AddressMarks;

  /** @param sealingKey 32 bytes in base64. */
  constructor(pool: pg.Pool, sealingKey: string) {
    const key = Buffer.from(sealingKey, 'base64');
    this.#pool = pool;
    this.#rows = new SealedRows(key, 'plimsoll pending addresses');
    this.#links = MailedLinks.ofVerifications(key);
    this.#marks = new AddressMarks(sealingKey);
  }

  /**
   * Stores an address for an account and sends a mail to it, whether or not someone owns it.
   * @param guid of the command; a repetition gets the same answer.
   * @param most maximum number of unverified addresses per account.
   */
  add({
    guid,
    userGuid,
    emailAddress,
    most,
  }: {
    readonly guid: string;
    readonly userGuid: string;
    readonly emailAddress: string;
    readonly most: number;
  }): Promise<Added> {
    return transaction(this.#pool, async (client) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `plimsoll addresses of ${userGuid}`,
      ]);
      await client.query({
        name: 'sweep pending addresses',
        text: `delete from pending_addresses where (user_guid = $1 and added_at <= clock_timestamp() - ${PENDING}) or guid in (
          select guid from pending_addresses where added_at < clock_timestamp() - ${PENDING} order by added_at limit ${SWEPT_AT_ONCE} for update skip locked)`,
        values: [userGuid],
      });
      const { rows } = await client.query<{ guid: string; isOwn: boolean }>({
        name: 'pending addresses',
        text: 'select guid, address_mark = $2 as "isOwn" from pending_addresses where user_guid = $1',
        values: [userGuid, this.#marks.of(emailAddress)],
      });
      if (rows.some((row) => row.guid === guid)) return 'ADDED';
      if (rows.some(({ isOwn }) => isOwn)) return 'OWN';
      if (rows.length >= most) return 'TOO_MANY';
      const verification = uuidv7();
      await client.query({
        name: 'add pending address',
        text: 'insert into pending_addresses (guid, user_guid, address_mark, sealed) values ($1, $2, $3, $4)',
        values: [guid, userGuid, this.#marks.of(emailAddress), this.#rows.seal(guid, { emailAddress })],
      });
      await client.query({
        name: 'add verification of address',
        text: `with over as (${SWEEP_LINKS}) insert into email_verifications (guid, user_guid, sealed) values ($1, $2, $3)`,
        values: [verification, userGuid, this.#links.rows.seal(verification, { emailAddress })],
      });
      await putIntoOutbox(client, { guid: uuidv4(), kind: 'VERIFY', ids: { verification } });
      return 'ADDED';
    });
  }

  /** Unverified addresses of an account, the oldest first. */
  async of(userGuid: string): Promise<PendingAddress[]> {
    const { rows } = await this.#pool.query<{ guid: string; sealed: Buffer }>(
      `select guid, sealed from pending_addresses where user_guid = $1 and added_at > clock_timestamp() - ${PENDING} order by added_at, guid`,
      [userGuid],
    );
    return rows.map(({ guid, sealed }) => ({ guid, ...this.#rows.open(guid, sealed) }));
  }

  /** An unverified address of the account; undefined where there is none. */
  async find(userGuid: string, emailAddress: string): Promise<PendingAddress | undefined> {
    const { rows } = await this.#pool.query<{ guid: string; sealed: Buffer }>(
      `select guid, sealed from pending_addresses where user_guid = $1 and address_mark = $2 and added_at > clock_timestamp() - ${PENDING}`,
      [userGuid, this.#marks.of(emailAddress)],
    );
    return rows[0] && { guid: rows[0].guid, ...this.#rows.open(rows[0].guid, rows[0].sealed) };
  }

  /** Removes an unverified address. @returns whether it existed. */
  async remove(userGuid: string, emailAddress: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query(
      'delete from pending_addresses where user_guid = $1 and address_mark = $2',
      [userGuid, this.#marks.of(emailAddress)],
    );
    return rowCount === 1;
  }

  /** The purpose of a link; undefined when it has expired or was used. */
  async findByLink(verificationGuid: string): Promise<VerificationLink | undefined> {
    const { rows } = await this.#pool.query<{ sealed: Buffer; user_guid: string | null; sign_up: string | null }>(
      `select sealed, user_guid, sign_up from email_verifications where guid = $1 and verified_at is null and asked_at > clock_timestamp() - ${LINK_HOLDS}`,
      [verificationGuid],
    );
    const row = rows[0];
    return (
      row && {
        ...this.#links.rows.open(verificationGuid, row.sealed),
        userGuid: row.user_guid,
        isOfSignUp: row.sign_up !== null,
      }
    );
  }

  /** Records that a link has verified an address, which is then no longer pending. Idempotent. */
  async complete(verificationGuid: string, pendingGuid: string): Promise<void> {
    await transaction(this.#pool, async (client) => {
      await client.query('delete from pending_addresses where guid = $1', [pendingGuid]);
      await client.query(RECORD_VERIFIED, [verificationGuid]);
    });
  }
}
