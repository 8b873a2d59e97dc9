import { errorCatalogue, statusOf, type ErrorClass } from '../errors/errors.ts';
import { openApiDocument } from './openapi-document.ts';
import { refusalsOf } from './refusals.ts';
import type { Route } from './route.ts';
import { routes } from './routes.ts';

interface Refused {
  readonly $ref?: string;
  readonly content?: {
    readonly 'application/problem+json': {
      readonly schema: {
        readonly allOf: readonly [
          unknown,
          { readonly properties: { readonly className: { readonly enum: readonly string[] } } },
        ];
      };
    };
  };
}

const document = openApiDocument() as unknown as {
  readonly paths: Record<
    string,
    Record<
      string,
      {
        readonly responses: Record<string, Refused>;
        readonly parameters: readonly { readonly name: string; readonly schema: { readonly pattern?: string } }[];
      }
    >
  >;
  readonly components: { readonly responses: Record<string, Refused> };
};
const operationOf = ({ method, path }: Route) => document.paths[`/api${path}`]![method.toLowerCase()]!;
const classesOf = (response: Refused): readonly string[] =>
  (response.$ref ? document.components.responses[response.$ref.split('/').at(-1)!]! : response).content![
    'application/problem+json'
  ].schema.allOf[1].properties.className.enum;

test.each((routes as readonly Route[]).map((route) => [route.operationId, route] as const))(
  'the errors of %s are in the document by status and class, and nothing else is',
  (_, route) => {
    const documented = Object.entries(operationOf(route).responses)
      .filter(([status]) => Number(status) !== route.status && Number(status) !== route.otherStatus)
      .flatMap(([status, response]) => classesOf(response).map((className) => `${status} ${className}`));
    expect(documented.sort()).toEqual(
      refusalsOf(route)
        .map((className) => `${statusOf(className)} ${className}`)
        .sort(),
    );
    expect(documented.every((line) => Object.hasOwn(errorCatalogue, line.split(' ')[1] as ErrorClass))).toBe(true);
  },
);

test('a command that amends an approved incident is refused with the reason', () => {
  expect(refusalsOf(routes.find(({ operationId }) => operationId === 'amendIncident')!)).toEqual(
    expect.arrayContaining(['ApprovedEventCannotBeModified', 'EventNotFound', 'StaleRevision', 'MalformedDate']),
  );
});

test('If-Match has the pattern of a revision', () => {
  const pattern = new RegExp(
    operationOf(routes.find(({ operationId }) => operationId === 'amendIncident')!).parameters.find(
      ({ name }) => name === 'If-Match',
    )!.schema.pattern!,
    'u',
  );
  expect(['3', '"3"', 'W/"3"'].every((tag) => pattern.test(tag))).toBe(true);
  expect(['', 'x', '3.5', '-1', '9999999999'].some((tag) => pattern.test(tag))).toBe(false);
});
