import { createHmac, hkdfSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { SealedRows } from '@plimsoll/event-store/crypto/sealed-rows';
import { nameBasedGuid } from '@plimsoll/event-store/port/name-based-guid';
import type pg from 'pg';
import { fingerprintOf } from '../../commands/command-identity.ts';
import type { EdgeRequest } from '../../http/edge-request.ts';
import { idempotencyKeyOf } from '../../http/envelope-of.ts';
import { RETRY_AFTER, throwRefusal } from '../../http/problems/problem-of.ts';

/** How long an answer is remembered: far longer than a client tries again. */
const REMEMBERED = "interval '1 day'";
/** Longer than any of these requests takes: after it the process that carries it out has died. */
const CLAIM = "interval '1 minute'";
const SWEPT_AT_ONCE = 100;
/** How long a request waits for the same one that is under way. */
const WAIT_MS = 5_000;
const LOOK_AGAIN_MS = 100;

interface Row {
  readonly fingerprint: Buffer;
  readonly sealed: Buffer | null;
}

/**
 * Carries writes of people without a session out once per Idempotency-Key: a repeated one gets the first answer. Only
 * accepted ones are remembered, for a day; a refused one is decided again.
 */
export class PublicRequests {
  readonly #pool: pg.Pool;
  readonly #rows: SealedRows<object>;
  readonly #key: Buffer;

  constructor(pool: pg.Pool, sealingKey: string) {
    const key = Buffer.from(sealingKey, 'base64');
    this.#pool = pool;
    this.#rows = new SealedRows(key, 'plimsoll public requests');
    this.#key = Buffer.from(hkdfSync('sha256', key, '', 'plimsoll fingerprints of public requests', 32));
  }

  /**
   * Does the work of a request, or returns the answer of the same one before. Throws 422 when its key was sent with
   * other content, and 503 while the same request is under way.
   */
  async once<Answer extends object>(
    { edge, headers, body }: EdgeRequest,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const key = idempotencyKeyOf(headers['idempotency-key']);
    if (key === undefined) return work();
    const { method } = edge.route;
    const guid = nameBasedGuid(`${method} ${edge.path} ${key}`, INSTALLATION_TENANT);
    const fingerprint = createHmac('sha256', this.#key)
      .update(fingerprintOf(method, edge.path, body, null))
      .digest();
    const before = await this.#begin(guid, fingerprint);
    if (before) return this.#rows.open(guid, before) as Answer;
    try {
      const answer = await work();
      await this.#pool.query('update public_requests set sealed = $2 where guid = $1', [
        guid,
        this.#rows.seal(guid, answer),
      ]);
      return answer;
    } catch (error) {
      await this.#pool.query('delete from public_requests where guid = $1 and sealed is null', [guid]);
      throw error;
    }
  }

  /** Claims a request. @returns the answer of the same one before, sealed; undefined when it is to be carried out. */
  async #begin(guid: string, fingerprint: Buffer): Promise<Buffer | undefined> {
    for (const giveUpAt = performance.now() + WAIT_MS; ; await sleep(LOOK_AGAIN_MS)) {
      const { rowCount } = await this.#pool.query(
        `with over as (delete from public_requests where guid in (
             select guid from public_requests where made_at < clock_timestamp() - ${REMEMBERED} order by made_at limit ${SWEPT_AT_ONCE} for update skip locked))
           insert into public_requests as known (guid, fingerprint, claimed_until) values ($1, $2, clock_timestamp() + ${CLAIM})
           on conflict (guid) do update set claimed_until = excluded.claimed_until
             where known.sealed is null and known.claimed_until < clock_timestamp() and known.fingerprint = excluded.fingerprint`,
        [guid, fingerprint],
      );
      if (rowCount === 1) return undefined;
      const { rows } = await this.#pool.query<Row>('select fingerprint, sealed from public_requests where guid = $1', [
        guid,
      ]);
      if (rows[0] && !rows[0].fingerprint.equals(fingerprint)) throwRefusal('IdempotencyKeyReused');
      if (rows[0]?.sealed) return rows[0].sealed;
      if (performance.now() > giveUpAt) throwRefusal('Unavailable', {}, RETRY_AFTER);
    }
  }
}
