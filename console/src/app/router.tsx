import { createBrowserRouter, redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { landingOf } from '../features/billing/paths.ts';
import { isIntracAlone } from './intrac.ts';
import { incidentsPaths } from '../features/incidents/paths.ts';
import { metricsPaths } from '../features/metrics/paths.ts';
import { paths, pattern } from '../lib/url/paths.ts';
import { dueQuestion, signOut } from '../lib/session/sign-out.ts';
import { loadShell, loadStartup, requireSession } from '../lib/session/startup.ts';
import { everyday } from './everyday.ts';
import { fetchedAfter } from './routing/later-routes.ts';
import { routesOf } from './routing/routes-of.ts';
import { FirstPaint } from './FirstPaint.tsx';
import { Frame, type RouteHandle } from './Frame.tsx';
import { Component as NotFound } from './NotFound.tsx';
import { fetchBanners } from './shell/banners.ts';
import type { Opened } from './shell/Shell.tsx';
import { Component as PageOutlet, ErrorBoundary as PageError } from './PageError.tsx';
import { FullPageError } from './FullPageError.tsx';

const signIn = (path: string): RouteObject => ({
  path,
  lazy: () => import('../features/identity/pages/sign-in.route.tsx'),
  handle: { screen: 'identity/sign-in' } satisfies RouteHandle,
});

/** Signs out, unless unsent reports require a question first. */
function leave() {
  if (!dueQuestion()) signOut();
  return null;
}

const Leaving = () => dueQuestion();

async function toHome({ request }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  // Prefilled onboarding data of a partner is handled by the welcome page (specification 1, section 4, step 9).
  if (searchParams.has('utm_content')) {
    await requireSession(request);
    throw redirect(pattern.welcome + search);
  }
  const {
    modules,
    organization: { billingStatus, staffAccess },
  } = await loadStartup(request);
  const landing = landingOf(billingStatus);
  // Staff may read without a subscription.
  if (landing && !staffAccess) throw redirect(landing);
  if (isIntracAlone(modules)) throw redirect(paths.intrac());
  throw redirect(
    modules.has('dashboard') || !modules.has('events') ? metricsPaths.dashboard() : incidentsPaths.eventList(),
  );
}

async function openShell({ request }: LoaderFunctionArgs): Promise<Opened> {
  const started = await loadShell(request);
  return started && { started, banners: await fetchBanners(started) };
}

const signedIn: RouteObject = {
  lazy: async () => ({ Component: (await import('./shell/Shell.tsx')).Shell }),
  loader: openShell,
  children: [
    {
      id: 'pages',
      Component: PageOutlet,
      ErrorBoundary: PageError,
      children: [
        { path: pattern.root, loader: toHome },
        { path: pattern.home, loader: toHome },
        ...(routesOf(everyday).get('pages') ?? []),
        { path: '*', Component: NotFound },
      ],
    },
  ],
};

const routes: RouteObject[] = [
  {
    id: 'bare',
    Component: Frame,
    ErrorBoundary: FullPageError,
    HydrateFallback: FirstPaint,
    children: [
      signIn(pattern.signIn),
      signIn(pattern.signInPassword),
      // Not lazy, so that signing out works offline.
      { path: pattern.signOut, loader: leave, Component: Leaving },
      signedIn,
    ],
  },
];

export const router = createBrowserRouter(routes, { patchRoutesOnNavigation: fetchedAfter(routes) });
