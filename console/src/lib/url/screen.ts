import type { LazyRouteFunction, RouteObject } from 'react-router';
import type { CustomerConfigCode, Module } from '@plimsoll/contracts/organizations/features';
import type { Question } from '../api/preload.ts';
import type { Permission } from '../session/permissions.ts';

/** What is around a screen: nothing (`bare`), the bar and the modules' links (`pages`), or one of the frames for a purpose. */
export type Frame = 'bare' | 'pages' | 'settings' | 'organization' | 'plain' | 'billing' | 'auditor';

/** Who a screen is for. A component of the feature's own is a gate too: it shows its `Outlet` or says why not. */
export type Gate =
  | { readonly module: Extract<Module, 'events' | 'dashboard' | 'intrac'> }
  | { readonly feature: CustomerConfigCode }
  | { readonly permission: Permission }
  | { readonly admin: true }
  | { readonly component: LazyRouteFunction<RouteObject> };

/** What is fetched before any code has run. `at` are the addresses; without it, the screen's first one. */
export interface Preload {
  readonly at?: string | readonly string[];
  readonly ask: readonly Question[];
}

interface Placed {
  /** A frame, or the path of the screen in whose `Outlet` it appears. Default: 'pages'. */
  readonly inside?: Frame | (string & {});
  readonly gate?: readonly Gate[];
}

export interface Screen extends Placed {
  /** Its address, or all of them; as the path of the screen that it is inside of, it is what that shows first. */
  readonly path: string | readonly string[];
  readonly page: LazyRouteFunction<RouteObject>;
  /** Its page has no hull and no footer on a phone. */
  readonly fillsPhone?: true;
  /**
   * Opened day by day, often on a phone with little signal: what it shares with other screens is in a chunk that only such
   * screens need. A name is that of a chunk for what only the screens of this name share.
   */
  readonly everyday?: true | `of-${string}`;
  /** What an everyday screen imports after its first paint. Read by the build alone. */
  readonly later?: () => readonly Promise<unknown>[];
  /** What its addresses open with. Read by the build alone. */
  readonly preload?: () => readonly Preload[];
}

/** An address that leads on to another. */
export interface Forward extends Placed {
  readonly path: string;
  readonly to: (opened: { params: Record<string, string | undefined>; search: URLSearchParams }) => string;
}

export type Declared = Screen | Forward;

/** Declares a screen: its address, its page, who it is for, what is around it, and what it opens with. */
export const screen = (declared: Screen): Declared => declared;

/** Declares an address that leads on to another. */
export const forward = (declared: Forward): Declared => declared;
