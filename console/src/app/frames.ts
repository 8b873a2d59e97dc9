import type { LazyRouteFunction, RouteObject } from 'react-router';
import { pattern } from '../lib/url/paths.ts';
import type { Frame } from '../lib/url/screen.ts';

interface FrameRoute {
  within: 'bare' | 'pages';
  path?: string;
  page: LazyRouteFunction<RouteObject>;
}

/**
 * What is around the screens that say so, other than the shell. Each is fetched with the first of them, and the list with the
 * first routes that are fetched. The build reads this too.
 */
export const frames: Readonly<Record<Exclude<Frame, 'bare' | 'pages'>, FrameRoute>> = {
  settings: {
    within: 'pages',
    path: pattern.settings,
    page: async () => ({ Component: (await import('./settings/SettingsFrame.tsx')).SettingsFrame }),
  },
  organization: {
    within: 'pages',
    page: async () => ({ Component: (await import('./organization/OrganizationFrame.tsx')).OrganizationFrame }),
  },
  plain: {
    within: 'bare',
    page: async () => ({ Component: (await import('./shell/PlainFrame.tsx')).PlainFrame }),
  },
  billing: { within: 'bare', page: () => import('./billing/BillingFrame.tsx') },
  auditor: { within: 'bare', page: () => import('./auditor/AuditorFrame.tsx') },
};
