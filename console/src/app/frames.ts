import type { LazyRouteFunction, RouteObject } from 'react-router';
import { pattern } from '../lib/url/paths.ts';
import type { Frame } from '../lib/url/screen.ts';

interface FrameRoute {
  within: 'bare' | 'pages';
  path?: string;
  page: LazyRouteFunction<RouteObject>;
}

/**
 * Layouts other than the shell. Each is loaded with its first screen, and this list with the first lazy routes. The
 * build reads it too.
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
