import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import { SealedRows } from '@plimsoll/event-store/crypto/sealed-rows';

const GUID_BYTES = 16;
const MARK_BYTES = 32;
const FORM = /^[\w-]{64}$/;

/** What a row about a verification holds, sealed. */
export interface AskedVerification {
  readonly emailAddress: string;
}

/** What a row about a password reset holds, sealed. */
export interface AskedReset {
  readonly identifier: string;
}

const bytesOf = (guid: string): Buffer => Buffer.from(guid.replaceAll('-', ''), 'hex');
const guidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** What a link's token says: the row that it was made for, or why it says nothing. */
export type ReadToken = { readonly guid: string } | 'MALFORMED' | 'UNKNOWN';

/**
 * Rows whose links go out by mail. A link's token is the row's guid with a keyed hash of it: it stands nowhere, and whoever
 * writes the mail makes it from the row.
 */
export class MailedLinks<Content> {
  readonly rows: SealedRows<Content>;
  readonly #key: KeyObject;

  private constructor(sealingKey: Uint8Array, purpose: string) {
    this.rows = new SealedRows(sealingKey, `plimsoll ${purpose} rows`);
    this.#key = createSecretKey(
      Buffer.from(hkdfSync('sha256', createSecretKey(sealingKey), '', `plimsoll ${purpose} links`, MARK_BYTES)),
    );
  }

  /** @param sealingKey 32 bytes. */
  static ofVerifications(sealingKey: Uint8Array): MailedLinks<AskedVerification> {
    return new MailedLinks(sealingKey, 'email verification');
  }

  /** @param sealingKey 32 bytes. */
  static ofResets(sealingKey: Uint8Array): MailedLinks<AskedReset> {
    return new MailedLinks(sealingKey, 'password reset');
  }

  /** Of invitations, which stand in the log: there are no rows. @param sealingKey 32 bytes. */
  static ofInvitations(sealingKey: Uint8Array): Pick<MailedLinks<never>, 'tokenOf' | 'read'> {
    return new MailedLinks<never>(sealingKey, 'invitation');
  }

  /** Of accounts that may do without a kind of mails: there are no rows. @param sealingKey 32 bytes. */
  static ofMails(sealingKey: Uint8Array, kind: string): Pick<MailedLinks<never>, 'tokenOf' | 'read'> {
    return new MailedLinks<never>(sealingKey, `mails ${kind}`);
  }

  tokenOf(guid: string): string {
    return Buffer.concat([bytesOf(guid), this.#markOf(guid)]).toString('base64url');
  }

  read(token: string): ReadToken {
    if (!FORM.test(token)) return 'MALFORMED';
    const bytes = Buffer.from(token, 'base64url');
    const guid = guidOf(bytes.subarray(0, GUID_BYTES));
    return timingSafeEqual(bytes.subarray(GUID_BYTES), this.#markOf(guid)) ? { guid } : 'UNKNOWN';
  }

  #markOf(guid: string): Buffer {
    return createHmac('sha256', this.#key).update(guid).digest();
  }
}
