import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DatabaseProbe } from '../../platform/database/database-probe.ts';
import { SETTINGS, type Settings } from '../../platform/process/settings.ts';
import { HungUp } from './hang-up.ts';
import { OrganizationPace } from './organization-pace.ts';
import { OrganizationTurns } from './organization-turns.ts';

/** Keeps one organization from starving the others: a rate limit, and turns for expensive requests. */
@Injectable()
export class OrganizationThrottle {
  readonly #pace: OrganizationPace;
  readonly #turns = new OrganizationTurns();

  constructor(@Inject(SETTINGS) { organizationRequestsPerSecond }: Settings, database: DatabaseProbe) {
    this.#pace = new OrganizationPace(organizationRequestsPerSecond);
    database.onSilence(() => this.#turns.giveUp());
  }

  /** Counts a request; resolves when it is due. Throws 429 when it would not be due within two seconds. */
  admit(tenant: string): Promise<void> | undefined {
    return this.#pace.admit(tenant);
  }

  /**
   * Resolves when it is the organization's turn, with a function that ends it. A turn is for work: it ends when the
   * answer is ready, and at the latest when the connection closes, however slowly the client reads. Throws 429 after
   * two seconds, 503 when the database stops answering, and when the client hangs up.
   */
  takeTurn(tenant: string, { raw }: FastifyReply): (() => void) | Promise<() => void> {
    let hasLeft = false;
    const leave = () => {
      if (!hasLeft) this.#turns.leave(tenant);
      hasLeft = true;
    };
    const begin = () => {
      // A connection that is already closed emits no more `close`.
      if (raw.destroyed) {
        leave();
        throw new HungUp();
      }
      raw.once('close', leave);
      return leave;
    };
    const waiting = this.#turns.enter(tenant, raw);
    return waiting ? waiting.then(begin) : begin();
  }

  /**
   * Yields the parts of an answer that is sent piece by piece, each taken within a turn. A turn is waited for as long
   * as it takes: what has been sent cannot be refused any more. While the client reads, no turn is held.
   */
  async *inTurns<Part>(tenant: string, parts: AsyncIterable<Part>): AsyncGenerator<Part> {
    const iterator = parts[Symbol.asyncIterator]();
    try {
      for (;;) {
        await this.#turns.enterPatiently(tenant);
        const next = await iterator.next().finally(() => this.#turns.leave(tenant));
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await iterator.return?.();
    }
  }
}
