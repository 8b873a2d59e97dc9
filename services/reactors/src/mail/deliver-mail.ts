import type { OutgoingMail } from './mail.ts';

/** Delivers a mail once, to a mail server or the mailbox. @throws NotDelivered when it was not accepted. */
export type DeliverMail = (mail: OutgoingMail, job: { readonly jobId: string; readonly sentAt: Date }) => Promise<void>;

/**
 * The mail was not accepted. The message is stored unencrypted: never the server's answer, which often has the address.
 */
export class NotDelivered extends Error {
  override readonly name = 'NotDelivered';
}
