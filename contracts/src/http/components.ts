import { z } from 'zod';
import { entriesOf } from '../all-contexts.ts';
import { fieldError, problem } from '../errors/problem.ts';
import { person } from '../kernel/values/person.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

type Named = Readonly<Record<string, z.ZodType>>;

const registryOf = (named: Named) => {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id });
  return registry;
};

const withBody = (routes as readonly Route[]).flatMap(({ operationId, body }) =>
  body ? [[`${operationId[0]!.toUpperCase()}${operationId.slice(1)}Request`, body] as const] : [],
);

/** What requests contain, each named after its operation: `SignInRequest`. */
export const requests = registryOf(Object.fromEntries(withBody));

/** What answers contain, under the names that the OpenAPI document has for them. */
export const answers = registryOf({
  Problem: problem,
  FieldError: fieldError,
  Person: person,
  ...entriesOf('answers'),
});
