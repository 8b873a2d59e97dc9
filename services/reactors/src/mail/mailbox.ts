import type { MailboxItem } from '@plimsoll/contracts/mail/mailbox';
import { SealedRows } from '@plimsoll/event-store/crypto/sealed-rows';
import type pg from 'pg';
import type { DeliverMail } from './deliver-mail.ts';

const RETENTION_DAYS = 7;
const MAX_MAILS = 200;

/** Stores mails, encrypted, on an installation without a mail server, to try the product on one machine. */
export class Mailbox {
  readonly #pool: pg.Pool;
  readonly #rows: SealedRows<MailboxItem>;

  /** @param sealingKey 32 bytes. */
  constructor(pool: pg.Pool, sealingKey: Uint8Array) {
    this.#pool = pool;
    this.#rows = new SealedRows(sealingKey, 'plimsoll mailbox');
  }

  readonly deliver: DeliverMail = async ({ kind, to, subject, text, html, link }, { jobId, sentAt }) => {
    const item: MailboxItem = { kind, to: to.address, subject, text, html, link, sentAt: sentAt.toISOString() };
    await this.#pool.query(
      'insert into mailbox (job, sealed, sent_at) values ($1, $2, $3) on conflict (job) do nothing',
      [jobId, this.#rows.seal(jobId, item), sentAt],
    );
    await this.#pool.query(
      `delete from mailbox where sent_at < clock_timestamp() - $1 * interval '1 day' or job in (select job from mailbox order by sent_at desc, job offset $2)`,
      [RETENTION_DAYS, MAX_MAILS],
    );
  };

  /** Lists mails, newest first; with `to` only those to that address, ignoring case. */
  async list(to?: string): Promise<MailboxItem[]> {
    const { rows } = await this.#pool.query<{ job: string; sealed: Buffer }>(
      'select job, sealed from mailbox order by sent_at desc, job',
    );
    return rows
      .map(({ job, sealed }) => this.#rows.open(job, sealed))
      .filter((item) => to === undefined || item.to.toLowerCase() === to.toLowerCase());
  }
}
