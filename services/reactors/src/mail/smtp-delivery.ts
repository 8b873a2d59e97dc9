import type { Transporter } from 'nodemailer';
import { NotDelivered, type DeliverMail } from './deliver-mail.ts';

export interface SmtpOptions {
  /** smtp://user:password@host:587; smtps for TLS from the first byte. */
  readonly url: string;
  /** `Plimsoll <safety@example.com>`, or the address alone. */
  readonly from: string;
  /** How long a server may be silent. */
  readonly silenceMs?: number;
}

const SILENCE_MS = 15_000;

/** Hands mails over to a mail server. Each takes a connection of its own, so that one on which the server fell silent holds nothing but itself. */
export function smtpDelivery({ url, from, silenceMs = SILENCE_MS }: SmtpOptions): DeliverMail {
  let transport: Transporter | undefined;
  // Where mails stay on this machine, what speaks to mail servers is never loaded.
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
  const host = /@([^>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return async ({ to, subject, text, html, oneClick }, { jobId, sentAt }) => {
    try {
      await (await open()).sendMail({
        from,
        to: { name: oneLine(to.name), address: to.address },
        subject,
        text,
        html,
        date: sentAt,
        // Follows from the job: a mail that is sent again, because nobody knows whether it went out, is the same to whoever gets it.
        messageId: `<${jobId}@${host}>`,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(oneClick !== undefined && {
            'List-Unsubscribe': { prepared: true, value: `<${oneClick}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      });
    } catch (fault) {
      throw new NotDelivered(whatWentWrong(fault));
    }
  };
}

/** A line break in a name would begin another header. */
const oneLine = (name: string): string => name.replace(/\p{Cc}+/gu, ' ').trim();

function whatWentWrong(fault: unknown): string {
  const { code, responseCode } = fault as { code?: unknown; responseCode?: unknown };
  const said = typeof responseCode === 'number' ? `the mail server answered ${responseCode}` : undefined;
  return (
    said ?? (typeof code === 'string' && /^[A-Z_]{1,40}$/.test(code) ? code : 'the mail server could not be spoken to')
  );
}
