import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { SETTINGS, type Settings } from '../settings.ts';
import { throwRefusal } from './problem-of.ts';

/** Keeps one organization from taking the process from the others: so many requests a second, and no more. */
@Injectable()
export class OrganizationThrottle {
  readonly #limiter: RateLimiterMemory;

  constructor(@Inject(SETTINGS) { organizationRequestsPerSecond }: Settings) {
    this.#limiter = new RateLimiterMemory({ points: organizationRequestsPerSecond, duration: 1 });
  }

  /** Counts a request. Ends it with 429 when the organization has sent too many in this second. */
  async admit(tenant: string): Promise<void> {
    try {
      await this.#limiter.consume(tenant);
    } catch (fault) {
      if (!(fault instanceof RateLimiterRes)) throw fault;
      throwRefusal('TooManyAttempts', {}, { 'retry-after': String(Math.ceil(fault.msBeforeNext / 1_000)) });
    }
  }
}
