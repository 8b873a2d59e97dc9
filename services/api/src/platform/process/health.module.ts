import { Module, type DynamicModule } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { DatabaseProbe } from '../database/database-probe.ts';
import { Draining } from './draining.ts';
import { HealthController } from './health.controller.ts';
import { ProjectorHealth } from '../database/projector-health.ts';
import type { Resources } from './resources.ts';

@Module({})
export class HealthModule {
  static with({ probe, runner }: Resources, draining: Draining): DynamicModule {
    return {
      module: HealthModule,
      imports: [TerminusModule.forRoot({ logger: false })],
      controllers: [HealthController],
      providers: [
        { provide: Draining, useValue: draining },
        { provide: DatabaseProbe, useValue: probe },
        { provide: ProjectorHealth, useFactory: () => new ProjectorHealth(runner) },
      ],
      exports: [DatabaseProbe],
    };
  }
}
