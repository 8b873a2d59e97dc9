import { createBrowserRouter, redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router';
import { paths, pattern } from '../lib/paths.ts';
import { signOut } from '../lib/sign-out.ts';
import { loadStartup, requireSession } from '../lib/startup.ts';
import { DashboardGate, EventsGate, MetricsGate } from './gates.tsx';
import { FirstPaint } from './FirstPaint.tsx';
import { Frame, type RouteHandle } from './Frame.tsx';
import * as NotFound from './NotFound.tsx';
import * as PageFault from './PageFault.tsx';
import { FullPageFault } from './FullPageFault.tsx';

/** The screens, each in a chunk of its own: `features/<context>/<screen>.route.tsx` exports Component, loader and ErrorBoundary. */
const screens = import.meta.glob<Pick<RouteObject, 'Component' | 'loader' | 'ErrorBoundary'>>('../features/*/*.route.tsx');

function screen(path: string | undefined, file: string, children?: RouteObject[], handle?: RouteHandle): RouteObject {
  const load = screens[`../features/${file}.route.tsx`];
  return { path, ...(load ? { lazy: load } : NotFound), children, handle: { screen: file, ...handle } satisfies RouteHandle };
}

const index = (file: string): RouteObject => ({ ...screen(undefined, file), index: true, children: undefined });

function leave() {
  signOut();
  return null;
}

async function toHome({ request }: LoaderFunctionArgs) {
  const { modules } = await loadStartup(request);
  throw redirect(modules.has('dashboard') || !modules.has('events') ? paths.dashboard() : paths.eventList());
}

const eventsArea: RouteObject = {
  Component: EventsGate,
  children: [
    { path: pattern.events, loader: ({ request }) => redirect(paths.eventList(1, new URL(request.url).searchParams)) },
    screen(pattern.eventList, 'incidents/event-list'),
    screen(pattern.reportEvent, 'incidents/report-event', undefined, { fillsPhone: true }),
    screen(pattern.editEvent, 'incidents/edit-event'),
    screen(pattern.event, 'incidents/event', [
      index('incidents/event-details'),
      screen('details', 'incidents/event-details'),
      screen('delete', 'incidents/event-details'),
      screen('history', 'incidents/event-history'),
    ]),
  ],
};

const metricsArea: RouteObject = {
  Component: MetricsGate,
  children: [screen(pattern.reportingMetrics, 'metrics/monthly-metrics'), screen(pattern.reportingMonth, 'metrics/monthly-metrics')],
};

const signedIn: RouteObject = {
  id: 'shell',
  lazy: async () => ({ Component: (await import('./shell/Shell.tsx')).Shell }),
  loader: ({ request }) => loadStartup(request),
  children: [
    {
      ...PageFault,
      children: [
        { path: pattern.root, loader: toHome },
        { path: pattern.home, loader: toHome },
        {
          Component: DashboardGate,
          children: [
            screen(pattern.dashboard, 'dashboard/dashboard'),
            screen(pattern.figureCases, 'dashboard/figure-cases'),
            screen(pattern.figureMonths, 'dashboard/figure-months'),
            { path: pattern.toDoList, loader: () => redirect(paths.toDoList()) },
          ],
        },
        eventsArea,
        metricsArea,
        { path: pattern.reportedEvent, loader: ({ params }) => redirect(paths.event(params.eventId!)) },
        { path: '*', ...NotFound },
      ],
    },
  ],
};

export const router = createBrowserRouter([
  {
    Component: Frame,
    ErrorBoundary: FullPageFault,
    HydrateFallback: FirstPaint,
    children: [
      screen(pattern.signIn, 'identity/sign-in'),
      screen(pattern.signInPassword, 'identity/sign-in'),
      screen(pattern.signUp, 'identity/sign-up'),
      screen(pattern.signUpIn, 'identity/sign-up'),
      screen(pattern.signUpWith, 'identity/sign-up'),
      screen(pattern.checkMail, 'identity/check-mail'),
      screen(pattern.verifyEmail, 'identity/verify-email'),
      screen(pattern.forgotPassword, 'identity/forgot-password'),
      screen(pattern.resetPassword, 'identity/reset-password'),
      // No chunk of its own: whoever wants out is out, with or without a network.
      { path: pattern.signOut, loader: leave, element: null },
      screen(pattern.privacy, 'identity/privacy'),
      screen(pattern.terms, 'identity/terms'),
      screen(pattern.mailbox, 'mail/mailbox'),
      { ...screen(pattern.chooseOrganization, 'identity/choose-organization'), loader: ({ request }) => requireSession(request) },
      signedIn,
    ],
  },
]);
