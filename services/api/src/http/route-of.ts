import { applyDecorators, HttpCode, RequestMapping, RequestMethod, UseInterceptors } from '@nestjs/common';
import type { Route } from '@plimsoll/contracts/http/route';
import { routes } from '@plimsoll/contracts/http/routes';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { z } from 'zod';
import { SameSets } from './same-sets.interceptor.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Contract of the route; undefined for routes outside the API. */
    contract?: Route;
  }
}

type Routes = (typeof routes)[number];
export type OperationId = Routes['operationId'];
type RouteBy<Id extends OperationId> = Extract<Routes, { operationId: Id }>;
type Part<Id extends OperationId, Name extends string> =
  RouteBy<Id> extends { readonly [Key in Name]: infer Schema }
    ? Schema extends z.ZodType
      ? z.output<Schema>
      : never
    : never;

/** Types of a route's validated parts: `PathOf<'getIncident'>` is `{eventId: string}`. */
export type ParamsOf<Id extends OperationId> = Part<Id, 'params'>;
export type QueryOf<Id extends OperationId> = Part<Id, 'query'>;
export type BodyOf<Id extends OperationId> = Part<Id, 'body'>;
export type AnswerOf<Id extends OperationId> = Part<Id, 'answer'>;

const byOperation = new Map<string, Route>(routes.map((route) => [route.operationId, route]));

/** The route of an operation. */
export const routeOf = (operationId: OperationId): Route => byOperation.get(operationId)!;

/**
 * Binds a controller's method to a route of the contracts: method, path, status, access and schemas come from there.
 */
export function RouteOf(operationId: OperationId): MethodDecorator {
  const route = routeOf(operationId);
  return applyDecorators(
    RequestMapping({ method: RequestMethod[route.method], path: route.path.replaceAll(/\{(\w+)\}/g, ':$1') }),
    // With two possible statuses the method sets it: a declared one would override it.
    ...(route.otherStatus ? [] : [HttpCode(route.status)]),
    RouteConfig({ contract: route }),
    ...(route.method === 'GET' && route.readModels.length > 0 ? [UseInterceptors(SameSets)] : []),
  );
}
