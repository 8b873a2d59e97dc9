import type { LazyRouteFunction, RouteObject } from 'react-router';
import type { CustomerConfigCode, Module } from '@plimsoll/contracts/organizations/features';
import type { PreloadedQuery } from '../api/preload.ts';
import type { Permission } from '../session/permissions.ts';

/** The frame around a screen: none (`bare`), the bar and the modules' links (`pages`), or one for a purpose. */
export type Frame = 'bare' | 'pages' | 'settings' | 'organization' | 'plain' | 'billing' | 'auditor';

/** Who may open a screen. A component of the feature is a gate too: it shows its `Outlet` or explains the refusal. */
export type Gate =
  | { readonly module: Extract<Module, 'events' | 'dashboard' | 'intrac'> }
  | { readonly feature: CustomerConfigCode }
  | { readonly permission: Permission }
  | { readonly anyPermission: readonly Permission[] }
  | { readonly admin: true }
  | { readonly component: LazyRouteFunction<RouteObject> };

/** Queries that are sent before any code has run. `at` are the addresses; without it, the screen's first one. */
export interface Preload {
  readonly at?: string | readonly string[];
  readonly ask: readonly PreloadedQuery[];
}

interface Placed {
  /** A frame, or the path of the screen in whose `Outlet` it appears. Default: 'pages'. */
  readonly inside?: Frame | (string & {});
  readonly gate?: readonly Gate[];
}

export interface Screen extends Placed {
  /** Its address or addresses; if equal to the path of the screen that it is inside of, it is that screen's index. */
  readonly path: string | readonly string[];
  readonly page: LazyRouteFunction<RouteObject>;
  /** The page has no shell and no footer on a phone. */
  readonly fillsPhone?: true;
  /**
   * Opened daily, often on a phone with a weak signal: what it shares with other screens is in a chunk that only such
   * screens need. A name is that of a chunk for what only the screens of this name share.
   */
  readonly everyday?: true | `of-${string}`;
  /** Modules that an everyday screen imports after its first paint. Only the build reads it. */
  readonly later?: () => readonly Promise<unknown>[];
  /** What its addresses preload. Only the build reads it. */
  readonly preload?: () => readonly Preload[];
}

/** An address that redirects to another. */
export interface Forward extends Placed {
  readonly path: string;
  readonly to: (opened: { params: Record<string, string | undefined>; search: URLSearchParams }) => string;
}

export type Declared = Screen | Forward;

/** Declares a screen: its address, its page, its gates, its frame and what it preloads. */
export const screen = (declared: Screen): Declared => declared;

/** Declares an address that redirects to another. */
export const forward = (declared: Forward): Declared => declared;
