import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import type { MailboxItem } from '@plimsoll/contracts/mail/mailbox';
import type pg from 'pg';
import type { DeliverMail } from './deliver-mail.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Mails are kept for a week, and so many of them. */
const KEPT_DAYS = 7;
const KEPT = 200;

/** Where mails lie that no mail server carries: for trying the product on one's own machine. What is in them is sealed. */
export class Mailbox {
  readonly #pool: pg.Pool;
  readonly #key: KeyObject;

  /** @param sealingKey 32 bytes. */
  constructor(pool: pg.Pool, sealingKey: Uint8Array) {
    this.#pool = pool;
    this.#key = createSecretKey(Buffer.from(hkdfSync('sha256', createSecretKey(sealingKey), '', 'plimsoll mailbox', 32)));
  }

  readonly deliver: DeliverMail = async ({ kind, to, subject, text, html, link }, { jobId, sentAt }) => {
    const item: MailboxItem = { kind, to: to.address, subject, text, html, link, sentAt: sentAt.toISOString() };
    await this.#pool.query('insert into mailbox (job, sealed, sent_at) values ($1, $2, $3) on conflict (job) do nothing', [jobId, this.#seal(jobId, item), sentAt]);
    await this.#pool.query(
      `delete from mailbox where sent_at < clock_timestamp() - $1 * interval '1 day' or job in (select job from mailbox order by sent_at desc, job offset $2)`,
      [KEPT_DAYS, KEPT],
    );
  };

  /** The newest first; those to one address, whatever its case, when asked so. */
  async list(to?: string): Promise<MailboxItem[]> {
    const { rows } = await this.#pool.query<{ job: string; sealed: Buffer }>('select job, sealed from mailbox order by sent_at desc, job');
    return rows.map(({ job, sealed }) => this.#open(job, sealed)).filter((item) => to === undefined || item.to.toLowerCase() === to.toLowerCase());
  }

  #seal(job: string, item: MailboxItem): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(Buffer.from(job));
    return Buffer.concat([iv, cipher.update(JSON.stringify(item), 'utf8'), cipher.final(), cipher.getAuthTag()]);
  }

  #open(job: string, sealed: Buffer): MailboxItem {
    const decipher = createDecipheriv(ALGORITHM, this.#key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(job));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8')) as MailboxItem;
  }
}
