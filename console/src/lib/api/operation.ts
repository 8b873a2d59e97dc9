import type { z } from 'zod';
import { operations } from '@plimsoll/contracts/http/operations';
import type { routes } from '@plimsoll/contracts/http/routes';

type Route = (typeof routes)[number];
type RouteOf<Id extends OperationId> = Extract<Route, { readonly operationId: Id }>;
type Part<Id extends OperationId, Name extends string> =
  RouteOf<Id> extends { readonly [Key in Name]: infer Schema extends z.ZodType } ? Schema : never;
type Given<Name extends string, Schema> = [Schema] extends [never]
  ? unknown
  : object extends z.input<Schema>
    ? { [Key in Name]?: z.input<Schema> }
    : { [Key in Name]: z.input<Schema> };

export type OperationId = Route['operationId'];
/** Operations that only read, and those that change something. */
export type QueryId = Extract<Route, { readonly method: 'GET' }>['operationId'];
export type CommandId = Exclude<OperationId, QueryId>;

interface AnyInput {
  params?: object;
  query?: object;
  body?: unknown;
}

/** Input of an operation, as its route declares it: path parameters, query and body. */
export type OperationInput<Id extends OperationId> = AnyInput &
  Given<'params', Part<Id, 'params'>> &
  Given<'query', Part<Id, 'query'>> &
  Given<'body', Part<Id, 'body'>>;
/** Response body of an operation; undefined if its route declares none. */
export type Answer<Id extends OperationId> = [Part<Id, 'answer'>] extends [never]
  ? undefined
  : z.output<Part<Id, 'answer'>>;

/** Method and path. */
const partsOf = (id: OperationId): string[] => operations[id].split(' ');

export const methodOf = (id: OperationId): string => partsOf(id)[0]!;

/** The address of an operation, from the server's root. Empty query parameters are omitted. */
export function addressOf(id: OperationId, { params = {}, query = {} }: AnyInput = {}): string {
  const inPath = new Map(Object.entries(params));
  const path = partsOf(id)[1]!.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(inPath.get(name))));
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  );
  return search.size > 0 ? `/api${path}?${search}` : `/api${path}`;
}
