import { Controller, Get, Header } from '@nestjs/common';
import {
  HealthCheckService,
  HealthIndicatorService,
  type HealthCheckResult,
  type HealthIndicatorResult,
} from '@nestjs/terminus';
import { DatabaseProbe } from '../database/database-probe.ts';
import { Draining } from './draining.ts';
import { ProjectorHealth } from '../database/projector-health.ts';

@Controller('health')
export class HealthController {
  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    private readonly draining: Draining,
    private readonly projector: ProjectorHealth,
    private readonly database: DatabaseProbe,
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
      () =>
        this.draining.hasBegun
          ? this.indicators.check('process').down('it is ending')
          : this.indicators.check('process').up(),
      () =>
        this.indicators
          .check('database')
          .attempt(() => this.database.ask())
          .withTimeout(1_500),
      () => this.#projector(),
    ]);
  }

  /** Read models that have halted are named, and do not make it unready: they answer with As-Of. */
  #projector(): HealthIndicatorResult {
    const check = this.indicators.check('projector');
    const { halted } = this.projector;
    return halted.length > 0 ? check.degraded({ halted }) : check.up();
  }
}
