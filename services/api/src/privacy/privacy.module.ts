import { Inject, Module, type DynamicModule, type OnModuleDestroy, type Type } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FilesOwners } from '../attachments/files-owners.ts';
import { Files } from '../attachments/storage/files.ts';
import { AuditBundles } from '../audit/audit-bundles.ts';
import { handlersOf } from '../commands/define-command.ts';
import { DeviceKeys } from '../identity/device-keys/device-keys.ts';
import { IncidentImports } from '../imports/incident-imports.ts';
import { IncidentsModule } from '../incidents/incidents.module.ts';
import { CreatedAccesses } from '../members/created-access.ts';
import { ReadYourWrites } from '../platform/consistency/read-your-writes.ts';
import type { Resources } from '../platform/process/resources.ts';
import { TasksModule } from '../tasks/tasks.module.ts';
import { BeginErasure } from './begin-erasure.ts';
import { CancelErasure } from './cancel-erasure.ts';
import { RunErasure } from './run-erasure.ts';
import { CompleteErasure } from './complete-erasure.ts';
import { EraseInvitation } from './erase-invitation.ts';
import { Erasures } from './erasures.ts';
import { HeldIncidents } from './held-incidents.ts';
import { PlaceLegalHold } from './place-legal-hold.ts';
import { PrivacyController } from './privacy.controller.ts';
import { ReleaseLegalHold } from './release-legal-hold.ts';
import { RequestErasure } from './request-erasure.ts';

/** Nest module of privacy. Its erasures use services of all modules with personal data. */
@Module({})
export class PrivacyModule implements OnModuleDestroy {
  constructor(@Inject(Erasures) private readonly erasures: Erasures) {}

  async onModuleDestroy(): Promise<void> {
    await this.erasures.settled();
  }

  static with({ store, vault, projectorDatabaseUrl: projectorUrl }: Resources): DynamicModule {
    const resolving =
      (modules: ModuleRef) =>
      <Provider>(provider: abstract new (...given: never[]) => Provider): Provider =>
        modules.get<Provider>(provider as unknown as Type<Provider>, { strict: false });
    const heldWith = (modules: ModuleRef): HeldIncidents => {
      const resolve = resolving(modules);
      return new HeldIncidents(store, () => ({ owners: resolve(FilesOwners), files: resolve(Files) }));
    };
    const erasuresWith = (modules: ModuleRef): Erasures => {
      const resolve = resolving(modules);
      return new Erasures(() => ({
        store,
        vault,
        projectorUrl,
        commands: resolve(CommandBus),
        queries: resolve(QueryBus),
        progress: resolve(ReadYourWrites),
        owners: resolve(FilesOwners),
        files: resolve(Files),
        deviceKeys: resolve(DeviceKeys),
        created: resolve(CreatedAccesses),
        imports: resolve(IncidentImports),
        bundles: resolve(AuditBundles),
      }));
    };
    return {
      module: PrivacyModule,
      imports: [IncidentsModule, TasksModule],
      controllers: [PrivacyController],
      providers: [
        FilesOwners,
        { provide: HeldIncidents, inject: [ModuleRef], useFactory: heldWith },
        { provide: Erasures, inject: [ModuleRef], useFactory: erasuresWith },
        ...handlersOf(
          RequestErasure,
          CancelErasure,
          BeginErasure,
          RunErasure,
          CompleteErasure,
          EraseInvitation,
          PlaceLegalHold,
          ReleaseLegalHold,
        ),
      ],
    };
  }
}
