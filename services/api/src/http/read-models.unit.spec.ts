import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

test('a read model that the API queries is named by a route, so that clients can wait for it', () => {
  const named = new Set((routes as readonly Route[]).flatMap(({ readModels }) => readModels));
  const folder = fileURLToPath(new URL('../', import.meta.url));
  const queried = new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .flatMap((file) =>
        [...readFileSync(join(folder, file), 'utf8').matchAll(/'@plimsoll\/projections\/[^']*\/([^/']+)\/query'/g)].map(
          ([, name]) => name,
        ),
      ),
  );
  const known = projections.map(({ name }) => name);
  expect(known.filter((name) => queried.has(name)).length).toBeGreaterThan(20);
  expect(known.filter((name) => queried.has(name) && !named.has(name))).toEqual([]);
});
