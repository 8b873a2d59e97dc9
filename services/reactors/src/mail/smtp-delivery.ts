import type { Transporter } from 'nodemailer';
import { NotDelivered, type DeliverMail } from './deliver-mail.ts';

export interface SmtpOptions {
  /** smtp://user:password@host:587; smtps for TLS from the first byte. */
  readonly url: string;
  /** `Plimsoll <safety@example.com>`, or the address alone. */
  readonly from: string;
  /** Timeout of each step of the conversation with the server. */
  readonly silenceMs?: number;
}

const SILENCE_MS = 15_000;

/** Delivers mails by SMTP. One connection per mail, so that a server that stops answering blocks only that mail. */
export function smtpDelivery({ url, from, silenceMs = SILENCE_MS }: SmtpOptions): DeliverMail {
  let transport: Transporter | undefined;
  // Loaded lazily: an installation without a mail server never needs it.
  const open = async () =>
    (transport ??= (await import('nodemailer')).createTransport({
      url,
      connectionTimeout: silenceMs,
      greetingTimeout: silenceMs,
      socketTimeout: silenceMs,
      dnsTimeout: silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    }));
  const host = /@([^@>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return async ({ to, subject, text, html, oneClick }, { jobId, sentAt }) => {
    try {
      await (await open()).sendMail({
        from,
        to: { name: oneLine(to.name), address: to.address },
        subject,
        text,
        html,
        date: sentAt,
        // Derived from the job, so that a mail client recognizes a mail sent twice after an unclear failure.
        messageId: `<${jobId}@${host}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(oneClick !== undefined && {
            'List-Unsubscribe': { prepared: true, value: `<${oneClick}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
    } catch (error) {
      throw new NotDelivered(describe(error));
    }
  };
}

/** Removes control characters: a line break in a name would start another header. */
const oneLine = (name: string): string => name.replace(/\p{Cc}+/gu, ' ').trim();

function describe(error: unknown): string {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
  if (typeof responseCode === 'number') return `the mail server answered ${responseCode}`;
  return typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : 'the mail server could not be spoken to';
}
