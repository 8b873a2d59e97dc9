import type { Letter } from './mail.ts';

/** Hands a mail over to whoever carries it, once; throws when they did not take it. */
export type DeliverMail = (letter: Letter, mail: { readonly jobId: string; readonly sentAt: Date }) => Promise<void>;

/** The mail was not taken. Its message is kept in plain form, so it never holds what a server says, which often repeats the address. */
export class NotDelivered extends Error {
  override readonly name = 'NotDelivered';
}
