import type { Type } from '@nestjs/common';
import type { IQueryHandler } from '@nestjs/cqrs';
import { allContexts } from '../all-contexts.ts';
import { FindAuthorizationVersionsHandler } from './authorization-versions.ts';
import { NameGuidsHandler } from './names-by-guid.ts';

const isHandler = (exported: unknown): exported is Type<IQueryHandler> =>
  typeof exported === 'function' && 'execute' in ((exported.prototype as object | undefined) ?? {});

const loaded = await Promise.all(allContexts.flatMap(({ queries }) => queries).map((load) => load()));

/** All query handlers. Nest's QueryBus uses them when they are its providers, with READ_POOL. */
export const queryHandlers: readonly Type<IQueryHandler>[] = [
  ...loaded.flatMap((exports) => Object.values(exports) as unknown[]).filter(isHandler),
  FindAuthorizationVersionsHandler,
  NameGuidsHandler,
];
