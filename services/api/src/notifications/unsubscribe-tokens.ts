import { partsOfUnsubscribeToken, type UnsubscribeKind } from '@plimsoll/contracts/notifications/email-preferences';
import { MailedLinks } from '@plimsoll/shared/mailed-links';

/** Reads the unsubscribe tokens of mails. */
export class UnsubscribeTokens {
  readonly #sealingKey: Uint8Array;

  /** @param sealingKey 32 bytes in base64. */
  constructor(sealingKey: string) {
    this.#sealingKey = Buffer.from(sealingKey, 'base64');
  }

  /** User and kind of mail that a token refers to; null for an invalid one. */
  read(token: string): { readonly userGuid: string; readonly kind: UnsubscribeKind } | null {
    const parts = partsOfUnsubscribeToken(token);
    const read = parts && MailedLinks.ofMails(this.#sealingKey, parts.kind).read(parts.mark);
    return parts && read && typeof read !== 'string' ? { userGuid: read.guid, kind: parts.kind } : null;
  }
}
