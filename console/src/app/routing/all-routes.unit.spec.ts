import { createMemoryRouter, matchRoutes, Outlet, type RouteObject } from 'react-router';
import * as contexts from '../contexts.ts';
import { everyday } from '../everyday.ts';
import { laterRoutes } from './all-routes.ts';
import { routesOf } from './routes-of.ts';

const GUID = '0c9f4ad2-54e2-4d3c-9d5b-6f2a3c1e8b70';
const known = (): RouteObject[] => [
  {
    id: 'bare',
    Component: Outlet,
    children: [
      {
        Component: Outlet,
        children: [{ id: 'pages', children: [...(routesOf(everyday).get('pages') ?? []), { path: '*' }] }],
      },
    ],
  },
];
const addresses = [...everyday, ...Object.values(contexts).flat()].flatMap(({ path }) => path);

test('the router accepts all lazy routes and matches every declared path', () => {
  const router = createMemoryRouter(known());
  for (const [inside, routes] of laterRoutes) router.patchRoutes(inside, routes);
  const lost = addresses.filter((address) => {
    const found = matchRoutes(router.routes as RouteObject[], address.replace(/:\w+/g, GUID))?.at(-1);
    return !found || found.route.path === '*';
  });
  expect(lost).toEqual([]);
  router.dispose();
});
