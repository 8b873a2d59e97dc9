import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inject, Module, type DynamicModule, type OnModuleDestroy } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { OrganizationForms } from '../forms/organization-forms.ts';
import { IncidentContexts } from '../incidents/incident-contexts.ts';
import { IncidentsModule } from '../incidents/incidents.module.ts';
import { OrganizationsCache } from '../platform/cache/organizations-cache.ts';
import { InputJobs } from '../platform/jobs/input-jobs.ts';
import type { Resources } from '../platform/process/resources.ts';
import { ImportsController } from './imports.controller.ts';
import { openFiles } from '../attachments/open-files.ts';
import { Files } from '../attachments/storage/files.ts';
import { IncidentImports } from './incident-imports.ts';

const POLL_MS = 2_000;
const RESOURCES = Symbol('Resources of imports');

/** Nest module of incident imports. Where this process follows the log, it resumes abandoned runs. */
@Module({})
export class ImportsModule implements OnModuleDestroy {
  readonly #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(RESOURCES) { projectorPool, filesDir, onError }: Resources,
    @Inject(IncidentImports) private readonly imports: IncidentImports,
  ) {
    // The demo and the operator's import configure no folder and serve no requests.
    if (!projectorPool || filesDir === undefined) return;
    this.#timer = setInterval(
      () =>
        void imports
          .maintain(projectorPool)
          .catch((error: unknown) => onError(error, 'Imports could not be looked after and are tried again')),
      POLL_MS,
    ).unref();
  }

  async onModuleDestroy(): Promise<void> {
    clearInterval(this.#timer);
    await this.imports.end();
  }

  static with(resources: Resources): DynamicModule {
    return {
      module: ImportsModule,
      imports: [IncidentsModule],
      controllers: [ImportsController],
      providers: [
        { provide: RESOURCES, useValue: resources },
        {
          provide: Files,
          useFactory: () => openFiles(resources, resources.filesDir ?? mkdtempSync(join(tmpdir(), 'plimsoll-files-'))),
        },
        {
          provide: IncidentImports,
          inject: [CommandBus, QueryBus, IncidentContexts, OrganizationsCache, OrganizationForms, InputJobs],
          useFactory: (
            commands: CommandBus,
            queries: QueryBus,
            contexts: IncidentContexts,
            organizations: OrganizationsCache,
            forms: OrganizationForms,
            jobs: InputJobs,
          ) => new IncidentImports(resources, commands, queries, contexts, organizations, forms, jobs),
        },
      ],
    };
  }
}
