import type { Route } from '@plimsoll/contracts/http/route';
import { routes } from '@plimsoll/contracts/http/routes';
import { projections } from '@plimsoll/projections/platform/projections';

test('the read models that routes wait for are there', () => {
  const known = new Set(projections.map(({ name }) => name));
  const unknown = (routes as readonly Route[]).flatMap(({ operationId, readModels }) =>
    readModels.filter((name) => !known.has(name)).map((name) => `${operationId}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('every read model is used by a route', () => {
  const read = new Set((routes as readonly Route[]).flatMap(({ readModels }) => readModels));
  expect(projections.map(({ name }) => name).filter((name) => !read.has(name))).toEqual([]);
});
