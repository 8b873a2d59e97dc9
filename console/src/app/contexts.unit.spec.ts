import { matchRoutes, type RouteObject } from 'react-router';
import type { Declared } from '../lib/url/screen.ts';
import * as contexts from './contexts.ts';
import { everyday } from './everyday.ts';
import { frames } from './frames.ts';

const later: readonly Declared[] = Object.values(contexts).flat();
const all = [...everyday, ...later];
const pathsOf = (declared: readonly Declared[]) => declared.flatMap(({ path }) => path);

test('no two screens have the same path, except an index screen and its parent', () => {
  const addresses = all.flatMap(({ path, inside }) => [path].flat().filter((each) => each !== inside));
  expect(addresses.filter((path, place) => addresses.indexOf(path) !== place)).toEqual([]);
});

test('the parent of each screen is a layout or another screen', () => {
  const known = new Set(['bare', 'pages', ...Object.keys(frames), ...pathsOf(all)]);
  expect(all.filter(({ inside }) => inside !== undefined && !known.has(inside))).toEqual([]);
});

test('no path of a lazily loaded route matches a route of the first chunk', () => {
  const routes: RouteObject[] = pathsOf(everyday).map((path) => ({ path }));
  const filled = (path: string) => path.replace(/:\w+/g, '0c9f4ad2-54e2-4d3c-9d5b-6f2a3c1e8b70');
  const guid = /^(\d+|[\da-f-]{36})$/;
  const hidden = pathsOf(later).filter((path) =>
    matchRoutes(routes, filled(path))?.some(({ params }) => Object.values(params).every((part) => guid.test(part!))),
  );
  expect(hidden).toEqual([]);
});
