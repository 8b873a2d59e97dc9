import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Inject, Module, type DynamicModule, type OnModuleDestroy } from '@nestjs/common';
import { handlersOf } from '../commands/define-command.ts';
import { IncidentsModule } from '../incidents/incidents.module.ts';
import type { Resources } from '../platform/process/resources.ts';
import { TasksModule } from '../tasks/tasks.module.ts';
import { AttachmentsController } from './attachments.controller.ts';
import { ChangeAttachment } from './change-attachment.ts';
import { EraseFileName } from './erase-file-name.ts';
import { FileReferences } from './file-references.ts';
import { FileRequests } from './file-requests.ts';
import { FilesOwners } from './files-owners.ts';
import { Files } from './storage/files.ts';
import { IncidentDocumentController } from './incident-document.controller.ts';
import { openFiles } from './open-files.ts';
import { PutAttachment } from './put-attachment.ts';
import { SmallPictures } from './judging/small-pictures.ts';
import { sweepFiles, uploadsBefore } from './storage/sweep-files.ts';
import { TaskAttachmentsController } from './task-attachments.controller.ts';

const SWEEP_MS = 3_600_000;
const RESOURCES = Symbol('Resources of files');

/**
 * Nest module for files of incidents and tasks. Where this process follows the log, it removes expired files every
 * hour.
 */
@Module({})
export class AttachmentsModule implements OnModuleDestroy {
  readonly #sweep: NodeJS.Timeout | undefined;

  constructor(
    @Inject(RESOURCES) { projectorPool, onError }: Resources,
    @Inject(Files) files: Files,
    @Inject(FilesOwners) owners: FilesOwners,
  ) {
    if (!projectorPool) return;
    this.#sweep = setInterval(() => {
      void (async () => {
        const { rows } = await projectorPool.query<{ tenant: string }>('select tenant from tenant_heads');
        await files.clearSpool(uploadsBefore(new Date()));
        for (const { tenant } of rows) await sweepFiles(tenant, files, owners, new Date());
      })().catch((error: unknown) =>
        onError(error, 'Files that are over could not be removed, and are tried again in an hour'),
      );
    }, SWEEP_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.#sweep);
  }

  static with(resources: Resources): DynamicModule {
    return {
      module: AttachmentsModule,
      imports: [IncidentsModule, TasksModule],
      controllers: [AttachmentsController, TaskAttachmentsController, IncidentDocumentController],
      // The demo and the import attach nothing and configure no folder.
      providers: [
        FilesOwners,
        FileReferences,
        FileRequests,
        SmallPictures,
        { provide: RESOURCES, useValue: resources },
        {
          provide: Files,
          useFactory: () => openFiles(resources, resources.filesDir ?? mkdtempSync(join(tmpdir(), 'plimsoll-files-'))),
        },
        ...handlersOf(PutAttachment, ChangeAttachment, EraseFileName),
      ],
    };
  }
}
