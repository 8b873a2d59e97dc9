import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { DatabaseProbe } from '../../platform/database/database-probe.ts';
import { SETTINGS, type Settings } from '../../platform/process/settings.ts';
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
   * Resolves when it is the organization's turn, which lasts until the answer is sent. Throws 429 after two seconds,
   * and 503 when the database stops answering.
   */
  takeTurn(tenant: string, { raw }: FastifyReply): Promise<void> | undefined {
    const end = () => {
      // A connection that is already closed emits no more `close`.
      if (raw.destroyed) this.#turns.leave(tenant);
      else raw.once('close', () => this.#turns.leave(tenant));
    };
    const waiting = this.#turns.enter(tenant);
    return waiting ? waiting.then(end) : void end();
  }
}
