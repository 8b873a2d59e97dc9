import type { PatchRoutesOnNavigationFunction, RouteObject } from 'react-router';

/** Below which route of the router an area's routes stand. */
export const FRAME = 'frame';
export const PAGES = 'pages';

interface Area {
  addresses: RegExp;
  below: typeof FRAME | typeof PAGES;
  load: () => Promise<{ routes: RouteObject[] }>;
}

/** Areas that are seldom opened: their routes come when one of their addresses is, so that the first page waits for none of them. */
const areas: readonly Area[] = [
  {
    addresses:
      /^\/(signup|signin\/callback|verify-email|forgot-password|privacy|terms|mailbox|unsubscribe|api\/saml)(\/|$)/,
    below: FRAME,
    load: () => import('./public-area.tsx'),
  },
  {
    addresses: /^\/(welcome|choose-organization|onboarding|org-onboarding|staff)(\/|$)/,
    below: FRAME,
    load: () => import('./founding-area.tsx'),
  },
  { addresses: /^\/auditor(\/|$)/, below: FRAME, load: () => import('./auditor-area.tsx') },
  { addresses: /^\/billing(\/|$)/, below: FRAME, load: () => import('./billing-area.tsx') },
  { addresses: /^\/intrac(\/|$)/, below: PAGES, load: () => import('./intrac-area.tsx') },
  { addresses: /^\/events\/manage-forms(\/|$)/, below: PAGES, load: () => import('./forms-area.tsx') },
  { addresses: /^\/events\/import(\/|$)/, below: PAGES, load: () => import('./imports-area.tsx') },
  { addresses: /^\/(tasks|corrective-actions)(\/|$)/, below: PAGES, load: () => import('./tasks-area.tsx') },
  { addresses: /^\/reports\/audit(\/|$)/, below: PAGES, load: () => import('./audit-area.tsx') },
  { addresses: /^\/settings(\/|$)/, below: PAGES, load: () => import('./settings-area.tsx') },
  { addresses: /^\/organization(\/|$)/, below: PAGES, load: () => import('./organization-area.tsx') },
];

const known = new Set<Area>();

/** Fetches the routes of the area in which an address lies, once. Nothing is asked for where they are known, or the address is in none. */
export const fetchArea: PatchRoutesOnNavigationFunction = ({ path, patch, signal }) => {
  const area = areas.find(({ addresses }) => addresses.test(path));
  if (!area || known.has(area)) return;
  return area.load().then(({ routes }) => {
    // Whoever went elsewhere meanwhile: the router takes no routes for an address that was left, and they are still to come.
    if (signal.aborted || known.has(area)) return;
    patch(area.below, routes);
    known.add(area);
  });
};
