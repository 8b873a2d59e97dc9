import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import { SealedRows } from '@plimsoll/event-store/crypto/sealed-rows';

const GUID_BYTES = 16;
const MAC_BYTES = 32;
const TOKEN_PATTERN = /^[\w-]{64}$/;

/** The encrypted content of an email verification row. */
export interface VerificationContent {
  readonly emailAddress: string;
}

/** The account that a password reset is bound to, as it was when the reset was requested. */
export interface ResetAccount {
  readonly userGuid: string;
  /** Version of the password; 0 where none was set. The link is void once the password has changed. */
  readonly credentialVersion: number;
  /** The account's own address, as stored, that the mail goes to. The link is void once the account has lost it. */
  readonly emailAddress: string;
}

/** The encrypted content of a password reset row; null where the requested name has no account. */
export interface PasswordResetContent {
  readonly account: ResetAccount | null;
}

const bytesOf = (guid: string): Buffer => Buffer.from(guid.replaceAll('-', ''), 'hex');
const guidOf = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** The guid in a token, or why the token is not valid. */
export type ParsedToken = { readonly guid: string } | 'MALFORMED' | 'UNKNOWN';

/**
 * Tokens of links in mails, and the encrypted rows that they refer to. A token is the row's guid with an HMAC of it. It
 * is never stored: the mail template derives it from the row.
 */
export class MailedLinks<Content> {
  readonly rows: SealedRows<Content>;
  readonly #key: KeyObject;

  private constructor(sealingKey: Uint8Array, purpose: string) {
    this.rows = new SealedRows(sealingKey, `plimsoll ${purpose} rows`);
    this.#key = createSecretKey(
      Buffer.from(hkdfSync('sha256', createSecretKey(sealingKey), '', `plimsoll ${purpose} links`, MAC_BYTES)),
    );
  }

  /** @param sealingKey 32 bytes. */
  static ofVerifications(sealingKey: Uint8Array): MailedLinks<VerificationContent> {
    return new MailedLinks(sealingKey, 'email verification');
  }

  /** @param sealingKey 32 bytes. */
  static ofResets(sealingKey: Uint8Array): MailedLinks<PasswordResetContent> {
    return new MailedLinks(sealingKey, 'password reset');
  }

  /** Tokens of invitations. They are in the log, not in rows. @param sealingKey 32 bytes. */
  static ofInvitations(sealingKey: Uint8Array): Pick<MailedLinks<never>, 'tokenOf' | 'read'> {
    return new MailedLinks<never>(sealingKey, 'invitation');
  }

  /** Unsubscribe tokens for a kind of mail, by user. There are no rows. @param sealingKey 32 bytes. */
  static ofMails(sealingKey: Uint8Array, kind: string): Pick<MailedLinks<never>, 'tokenOf' | 'read'> {
    return new MailedLinks<never>(sealingKey, `mails ${kind}`);
  }

  tokenOf(guid: string): string {
    return Buffer.concat([bytesOf(guid), this.#macOf(guid)]).toString('base64url');
  }

  read(token: string): ParsedToken {
    if (!TOKEN_PATTERN.test(token)) return 'MALFORMED';
    const bytes = Buffer.from(token, 'base64url');
    const guid = guidOf(bytes.subarray(0, GUID_BYTES));
    return timingSafeEqual(bytes.subarray(GUID_BYTES), this.#macOf(guid)) ? { guid } : 'UNKNOWN';
  }

  #macOf(guid: string): Buffer {
    return createHmac('sha256', this.#key).update(guid).digest();
  }
}
