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

const AT_ONCE = 20;
const LOOK_EVERY_MS = 5_000;
const PATIENCE_MS = 10_000;

/**
 * Delivers events to the webhook receiver, oldest first, with retries for at most three days. `for update skip locked`
 * keeps two processes from sending the same event at once.
 */
export class Webhooks {
  readonly #timer: NodeJS.Timeout;
  #telling: Promise<void> | undefined;
  #isAsked = false;

  constructor(
    private readonly pool: pg.Pool,
    private readonly target: WebhookTarget,
    private readonly onError: (error: unknown) => void,
  ) {
    this.#timer = setInterval(() => this.tell(), LOOK_EVERY_MS).unref();
  }

  /** Starts a delivery round; if one is running, another follows it. */
  tell(): void {
    this.#isAsked = true;
    this.#telling ??= this.#tellAll()
      .catch(this.onError)
      .finally(() => (this.#telling = undefined));
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#isAsked = false;
    await this.#telling;
  }

  async #tellAll(): Promise<void> {
    while (this.#isAsked) {
      this.#isAsked = false;
      const url = this.target.url();
      if (url === null) return;
      const { rows } = await this.pool.query<{ id: string; body: object; sequence: string }>(
        `update payment_sandbox.events set attempts = attempts + 1, due_at = clock_timestamp() + least(interval '1 hour', interval '15 seconds' * (2 ^ least(attempts, 10)))
         where id in (
           select id from payment_sandbox.events where delivered_at is null and due_at <= clock_timestamp() and made_at > clock_timestamp() - interval '3 days'
           order by sequence limit ${AT_ONCE} for update skip locked)
         returning id, body, sequence`,
      );
      for (const { id, body } of rows.toSorted((one, other) => Number(one.sequence) - Number(other.sequence)))
        if (await this.#isTaken(url, JSON.stringify(body)))
          await this.pool.query('update payment_sandbox.events set delivered_at = clock_timestamp() where id = $1', [
            id,
          ]);
      this.#isAsked ||= rows.length === AT_ONCE;
    }
  }

  async #isTaken(url: string, body: string): Promise<boolean> {
    try {
      const headers = {
        'content-type': 'application/json',
        'stripe-signature': signatureOf(body, this.target.secret, new Date()),
      };
      return (await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(PATIENCE_MS) })).ok;
    } catch {
      // The receiver is not reachable at the moment.
      return false;
    }
  }
}
