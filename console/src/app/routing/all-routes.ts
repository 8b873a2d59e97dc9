import type { RouteObject } from 'react-router';
import * as contexts from '../contexts.ts';
import { frames } from '../frames.ts';
import * as PageError from '../PageError.tsx';
import { routesOf } from './routes-of.ts';

const later = routesOf(Object.values(contexts).flat());

/**
 * Layout routes with their screens as children. Children are required: the router treats two empty pathless routes as
 * equal.
 */
const framesWithin = (place: 'bare' | 'pages'): RouteObject[] =>
  Object.entries(frames).flatMap(([id, { within, path, page }]): RouteObject[] => {
    if (within !== place) return [];
    const children = later.get(id) ?? [];
    return [
      within === 'pages'
        ? { id, path, lazy: page, handle: { screen: id }, children }
        : { lazy: page, children: [{ id, ...PageError, children }] },
    ];
  });

/** All lazily loaded routes, by the ID of their parent route. */
export const laterRoutes: readonly [inside: string, RouteObject[]][] = [
  ['bare', [...framesWithin('bare'), ...(later.get('bare') ?? [])]],
  ['pages', [...framesWithin('pages'), ...(later.get('pages') ?? [])]],
];
