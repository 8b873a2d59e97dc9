import { matchRoutes, type RouteObject } from 'react-router';
import type { Declared } from '../lib/url/screen.ts';
import * as contexts from './contexts.ts';
import { everyday } from './everyday.ts';
import { frames } from './frames.ts';

const later: readonly Declared[] = Object.values(contexts).flat();
const all = [...everyday, ...later];
const pathsOf = (declared: readonly Declared[]) => declared.flatMap(({ path }) => path);

test('no two screens have the same address, unless one is what the other shows first', () => {
  const addresses = all.flatMap(({ path, inside }) => [path].flat().filter((each) => each !== inside));
  expect(addresses.filter((path, place) => addresses.indexOf(path) !== place)).toEqual([]);
});

test('what a screen is inside of is a frame, or a screen', () => {
  const known = new Set(['bare', 'pages', ...Object.keys(frames), ...pathsOf(all)]);
  expect(all.filter(({ inside }) => inside !== undefined && !known.has(inside))).toEqual([]);
});

test('an address whose routes are still to come is not that of an everyday screen', () => {
  const routes: RouteObject[] = pathsOf(everyday).map((path) => ({ path }));
  const filled = (path: string) => path.replace(/:\w+/g, '0c9f4ad2-54e2-4d3c-9d5b-6f2a3c1e8b70');
  const guid = /^(\d+|[\da-f-]{36})$/;
  const hidden = pathsOf(later).filter((path) =>
    matchRoutes(routes, filled(path))?.some(({ params }) => Object.values(params).every((part) => guid.test(part!))),
  );
  expect(hidden).toEqual([]);
});
