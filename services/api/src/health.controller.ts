import { Controller, Get, Header, Inject } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService, type HealthCheckResult, type HealthIndicatorResult } from '@nestjs/terminus';
import { READ_POOL } from '@plimsoll/projections/read-pool';
import type pg from 'pg';
import { Draining } from './draining.ts';
import { MANY_EVENTS, ProjectorHealth } from './projector-health.ts';

@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly draining: Draining,
    private readonly projector: ProjectorHealth,
    @Inject(READ_POOL) private readonly pool: pg.Pool,
  ) {}

  /** The process answers: nothing else is asked. */
  @Get('live')
  @Header('cache-control', 'no-store')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Whether it should be sent requests: not while it ends, nor while the database is away. */
  @Get('ready')
  @Header('cache-control', 'no-store')
  ready(): Promise<HealthCheckResult> {
    return this.health.check([
      () => (this.draining.hasBegun ? this.indicators.check('process').down('it is ending') : this.indicators.check('process').up()),
      () => this.indicators.check('database').attempt(async () => void (await this.pool.query('select'))).withTimeout(1_500),
      () => this.#projector(),
    ]);
  }

  /** Read models that lie behind are said, and do not make it unready: they answer with As-Of. */
  async #projector(): Promise<HealthIndicatorResult> {
    const check = this.indicators.check('projector');
    const behind = await this.projector.behind().catch(() => undefined);
    if (!behind) return check.up();
    return behind.events > MANY_EVENTS || behind.parked > 0 ? check.degraded(behind) : check.up(behind);
  }
}
