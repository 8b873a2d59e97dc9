import { createHmac } from 'node:crypto';
import type pg from 'pg';

/** The receiver of webhooks. */
export interface WebhookTarget {
  /** URL of the receiver; null while it is unknown. */
  readonly url: () => string | null;
  /** Secret that signs each request. */
  readonly secret: string;
}

/** Signature of a webhook in Stripe's format: timestamp, and HMAC of timestamp and body. */
export function signatureOf(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

const BATCH_SIZE = 20;
const POLL_INTERVAL_MS = 5_000;
const TIMEOUT_MS = 10_000;

/**
 * Delivers events to the webhook receiver, oldest first, with retries for at most three days. `for update skip locked`
 * keeps two processes from sending the same event at once.
 */
export class Webhooks {
  readonly #timer: NodeJS.Timeout;
  #delivery: Promise<void> | undefined;
  #isRequested = false;

  constructor(
    private readonly pool: pg.Pool,
    private readonly target: WebhookTarget,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#timer = setInterval(() => this.deliver(), POLL_INTERVAL_MS).unref();
  }

  /** Starts a delivery round; if one is running, another follows it. */
  deliver(): void {
    this.#isRequested = true;
    this.#delivery ??= this.#deliverAll()
      .catch(this.onError)
      .finally(() => (this.#delivery = undefined));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isRequested = false;
    await this.#delivery;
  }

  async #deliverAll(): Promise<void> {
    while (this.#isRequested) {
      this.#isRequested = false;
      const url = this.target.url();
      if (url === null) return;
      const { rows } = await this.pool.query<{ id: string; body: object; sequence: string }>(
        `update payment_sandbox.events set attempts = attempts + 1, due_at = clock_timestamp() + least(interval '1 hour', interval '15 seconds' * (2 ^ least(attempts, 10)))
         where id in (
           select id from payment_sandbox.events where delivered_at is null and due_at <= clock_timestamp() and made_at > clock_timestamp() - interval '3 days'
           order by sequence limit ${BATCH_SIZE} for update skip locked)
         returning id, body, sequence`,
      );
      for (const { id, body } of rows.toSorted((one, other) => Number(one.sequence) - Number(other.sequence)))
        if (await this.#send(url, JSON.stringify(body)))
          await this.pool.query('update payment_sandbox.events set delivered_at = clock_timestamp() where id = $1', [
            id,
          ]);
      this.#isRequested ||= rows.length === BATCH_SIZE;
    }
  }

  async #send(url: string, body: string): Promise<boolean> {
    try {
      const headers = {
        'content-type': 'application/json',
        'stripe-signature': signatureOf(body, this.target.secret, new Date()),
      };
      return (await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(TIMEOUT_MS) })).ok;
    } catch {
      // The receiver is not reachable at the moment.
      return false;
    }
  }
}
