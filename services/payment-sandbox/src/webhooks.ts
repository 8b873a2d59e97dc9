import { createHmac } from 'node:crypto';
import type pg from 'pg';

/** Who is told what has happened. */
export interface WebhookTarget {
  /** Where it is; null while that is not known. */
  readonly url: () => string | null;
  /** What is told is signed with it. */
  readonly secret: string;
}

/** As Stripe signs: the moment, and the HMAC of it with the body. */
export function signatureOf(body: string, secret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1_000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

const AT_ONCE = 20;
const LOOK_EVERY_MS = 5_000;
const PATIENCE_MS = 10_000;

/** Tells what has happened, the oldest first, and again until it is taken, for three days at most. Of several processes one tells it at a time. */
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

  /** Begins to, unless it is under way: then it looks once more. */
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
      // Nobody is there just now.
      return false;
    }
  }
}
