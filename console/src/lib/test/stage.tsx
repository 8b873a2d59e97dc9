import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { getResponse, http, HttpResponse, type RequestHandler } from 'msw';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import type { z } from 'zod';
import { USUAL_FILE_LIMIT_BYTES } from '@plimsoll/contracts/attachments/file-types';
import { deviceKeyAnswer } from '@plimsoll/contracts/identity/requests';
import { modules } from '@plimsoll/contracts/organizations/features';
import { allPermissions, encodePermissions, type Permission } from '@plimsoll/contracts/permissions/permissions';
import { AppearanceProvider } from '../../ui/layout/AppearanceProvider.tsx';
import '../../ui/feedback/Dialog.tsx';
import { fetchAllParts } from '../../ui/feedback/FetchedLater.tsx';
import '../../ui/data/Filters.tsx';
import '../../ui/layout/Menu.tsx';
import { StartedContext, type Started } from '../session/startup.ts';

// Loads lazy parts now, so that they open at once.
await fetchAllParts();

export const guid = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
export const priya = { userGuid: guid(1), name: 'Priya Raman' };
export const daniel = { userGuid: guid(2), name: 'Daniel Okafor' };
export const organizationGuid = guid(50);

/** The viewer and organization: Priya, in an organization in Alberta with everything enabled. */
export const started = (held: ReadonlySet<Permission> = allPermissions): Started => ({
  user: {
    guid: priya.userGuid,
    name: priya.name,
    primaryEmailAddress: 'admin@demo.example',
    photo: null,
    onboardingStatus: 'ONBOARDED',
  },
  memberships: [{ organizationGuid, organizationName: 'Northline Field Services', isAdmin: true }],
  regions: [],
  organization: {
    guid: organizationGuid,
    name: 'Northline Field Services',
    username: 'northline-field-services',
    sizeRange: 'FIFTY_ONE_TO_TWO_HUNDRED',
    timeZone: 'America/Edmonton',
    createdDate: '2024-01-01',
    onboardingStatus: 'ONBOARDED',
    authType: 'USERNAME_PASSWORD',
    logo: null,
    plan: null,
    billingStatus: {
      subscriptionStatus: 'UNKNOWN',
      planName: null,
      freeTrialRemainingDays: null,
      nextBillingDate: null,
      accessUntil: null,
      isWalled: false,
      showsTrialBanner: false,
    },
    externalSystems: [],
    locationCount: 1,
    isAdmin: true,
    isOnboarded: true,
    userGroupNames: [],
    permissions: encodePermissions(held),
    modules: modules.map((code) => ({ code, isEnabled: true })),
    customerConfig: [],
    worksites: [],
    reportingGroups: [],
  },
  permissions: held,
  modules: new Set(modules),
  features: new Set(),
  fileLimitBytes: USUAL_FILE_LIMIT_BYTES,
});

/** A response validated by the contract's schema: a fixture that drifts from it fails its test. */
export const answer = <Schema extends z.ZodType>(schema: Schema, body: z.input<Schema>, status = 200) =>
  HttpResponse.json(schema.parse(body) as never, { status });

const token = () => {
  const part = (value: unknown) => btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_');
  return `${part({})}.${part({ sub: priya.userGuid, sid: guid(9), iat: 0, exp: 600, organizations: [] })}.seal`;
};

/**
 * Shows pages at their addresses with mocked responses; the first handler that matches answers. Returns the router and
 * the requests.
 */
export function open(routes: RouteObject[], address: string, handlers: RequestHandler[], who = started()) {
  const requests: Request[] = [];
  const all = [
    ...handlers,
    http.get('*/api/device-key', () => answer(deviceKeyAnswer, { key: btoa('k'.repeat(32)) })),
    http.post('*/api/auth/refresh', () => HttpResponse.json({ jwt: token() })),
    http.get('*/health/live', () => new HttpResponse(null, { headers: { Date: new Date().toUTCString() } })),
  ];
  globalThis.fetch = async (input, init) => {
    const request = new Request(input as Request, init);
    requests.push(request.clone());
    const response = await getResponse(all, request);
    if (!response) throw new TypeError(`Nobody answers ${request.method} ${request.url}`);
    return response;
  };
  const router = createMemoryRouter(routes, { initialEntries: [address] });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const view = render(
    <AppearanceProvider>
      <QueryClientProvider client={client}>
        <StartedContext value={who}>
          <RouterProvider router={router} />
        </StartedContext>
      </QueryClientProvider>
    </AppearanceProvider>,
  );
  return { router, asked: requests, ...view };
}
