import type { INestApplicationContext, LoggerService, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { EventStore } from '@plimsoll/event-store/port/event-store';
import { dryRunStore } from '@plimsoll/event-store/port/dry-run-store';
import type { ProjectionRunner } from '@plimsoll/projections/runner/follow/run-projections';
import type pg from 'pg';
import { FileRequests } from '../../attachments/file-requests.ts';
import { AuditBundles } from '../../audit/audit-bundles.ts';
import { ApplicationModule } from './application.module.ts';
import { Erasures } from '../../privacy/erasures.ts';
import { ReadYourWrites } from '../consistency/read-your-writes.ts';
import { openResources, type ResourceOptions, type Resources } from './resources.ts';

/** The product without HTTP: for the demo, the import and tests. */
export interface Application {
  readonly commands: CommandBus;
  readonly queries: QueryBus;
  readonly store: EventStore;
  /** Pool of the role plimsoll_app. */
  readonly pool: pg.Pool;
  /** Waits for the read models. */
  readonly readYourWrites: ReadYourWrites;
  /** Makes audit bundles from the log. */
  readonly bundles: AuditBundles;
  /** Stores files as requests do. */
  readonly files: FileRequests;
  readonly erasures: Erasures;
  /** Undefined without a `projector`. */
  readonly runner: ProjectionRunner | undefined;
  close(): Promise<void>;
}

export interface ApplicationOptions extends ResourceOptions {
  /** Dry run: commands are decided and answered, but nothing is written. */
  readonly rehearsal?: boolean;
}

/** Opens the product's use cases and queries on a migrated database. */
export async function openApplication({ rehearsal = false, ...options }: ApplicationOptions): Promise<Application> {
  const opened = await openResources(options);
  const resources = rehearsal ? { ...opened, store: dryRunStore(opened.store) } : opened;
  try {
    const context = await NestFactory.createApplicationContext(ApplicationModule.with(resources), {
      logger: quiet,
      abortOnError: false,
    });
    return applicationOf(context, resources);
  } catch (error) {
    await resources.close();
    throw error;
  }
}

export function applicationOf(context: INestApplicationContext, resources: Resources): Application {
  return {
    commands: context.get<CommandBus>(CommandBus as Type<CommandBus>, { strict: false }),
    queries: context.get<QueryBus>(QueryBus as Type<QueryBus>, { strict: false }),
    store: resources.store,
    pool: resources.pool,
    readYourWrites: new ReadYourWrites(resources.positions),
    bundles: context.get(AuditBundles, { strict: false }),
    files: context.get(FileRequests, { strict: false }),
    erasures: context.get(Erasures, { strict: false }),
    runner: resources.runner,
    close: async () => {
      await context.close();
      await resources.close();
    },
  };
}

const say = (...words: unknown[]) => void process.stderr.write(`${words.map(String).join(' ')}\n`);
const silent = () => undefined;
const quiet: LoggerService = { log: silent, debug: silent, verbose: silent, warn: say, error: say, fatal: say };
