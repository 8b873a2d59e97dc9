import { Module, type DynamicModule } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { Draining } from './draining.ts';
import { HealthController } from './health.controller.ts';
import { ProjectorHealth } from './projector-health.ts';
import type { Resources } from './resources.ts';

@Module({})
export class HealthModule {
  static with({ store, projectorPool }: Resources, draining: Draining): DynamicModule {
    return {
      module: HealthModule,
      imports: [TerminusModule.forRoot({ logger: false })],
      controllers: [HealthController],
      providers: [
        { provide: Draining, useValue: draining },
        { provide: ProjectorHealth, useFactory: () => new ProjectorHealth(store, projectorPool) },
      ],
    };
  }
}
