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

  /** Liveness: the process answers. Nothing else is checked. */
  @Get('live')
  @Header('cache-control', 'no-store')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** Readiness: false while the process shuts down or the database is unavailable. */
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
          .attempt(() => this.database.probe())
          .withTimeout(1_500),
      () => this.#projector(),
    ]);
  }

  /** Halted read models are listed, but do not make the process unready: they still answer, with As-Of. */
  #projector(): HealthIndicatorResult {
    const check = this.indicators.check('projector');
    const { halted } = this.projector;
    return halted.length > 0 ? check.degraded({ halted }) : check.up();
  }
}
