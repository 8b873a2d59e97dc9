import { createContext, useContext } from 'react';
import { redirect } from 'react-router';
import type { Module } from '@plimsoll/contracts/organizations/features';
import type { Startup } from '@plimsoll/contracts/organizations/answers';
import { heldPermissions, type Permission } from './permissions.ts';
import { pattern } from '../url/paths.ts';
import { setCurrentOrganization } from '../api/positions.ts';
import type { TokenClaims } from '@plimsoll/contracts/identity/requests';
import { ApiProblem } from '../api/problem.ts';
import { query } from '../api/query.ts';
import { queryClient } from '../api/query-client.ts';
import { request as send } from '../api/http.ts';
import { prepareDrafts } from '../forms/sealed-drafts.ts';
import { claimsNow, dropToken, freshToken, refreshSession } from './session.ts';
import { startupQuery } from './startup-query.ts';

/** The signed-in user, the open organization and the user's permissions there. */
export interface Started {
  user: Startup['user'];
  memberships: Startup['memberships'];
  regions: Startup['regions'];
  organization: NonNullable<Startup['organization']>;
  permissions: ReadonlySet<Permission>;
  modules: ReadonlySet<Module>;
  features: ReadonlySet<string>;
  /** Maximum size of an attached file, in bytes. */
  fileLimitBytes: number;
}

/** Starting failed; the error screen explains the class in the specification's words. */
export class StartupFailure extends Error {
  override readonly name = 'StartupFailure';
  readonly className: string;
  /** The correct address of the product, if the wrong one was opened. */
  readonly address: string | null;
  constructor(className: string, address: string | null = null) {
    super(className);
    this.className = className;
    this.address = address;
  }
}

/** The startup data without an organization, always refetched: the user may be admitted to one at any time. */
export const newestStartupQuery = () => query('getStartup', { query: {} }, { staleTime: 0 });

const rememberedKey = (userGuid: string) => `plimsoll-organization:${userGuid}`;

/** Remembers the organization that this user works in, on this device. */
export function rememberOrganization(userGuid: string, organizationGuid: string): void {
  try {
    localStorage.setItem(rememberedKey(userGuid), organizationGuid);
  } catch {
    // Without storage the user chooses again next time.
  }
}

function rememberedOrganization(userGuid: string): string | null {
  try {
    return localStorage.getItem(rememberedKey(userGuid));
  } catch {
    return null;
  }
}

/**
 * Which organization to open: the only one; the one in the address; the one used last; otherwise null, and the user
 * chooses (specification 1, section 4).
 */
export function chooseOrganization(
  memberships: readonly string[],
  requested: string | null,
  remembered: string | null,
): string | null {
  if (memberships.length === 1) return memberships[0]!;
  return [requested, remembered].find((guid) => guid && memberships.includes(guid)) ?? null;
}

/** The address to return to, if it is one of ours. */
export function returnAddress(search: string): string | null {
  const next = new URLSearchParams(search).get('next');
  return next && /^\/(?![/\\])/.test(next) ? next : null;
}

function towards(path: string, request: Request): Response {
  const url = new URL(request.url);
  const here = url.pathname + url.search;
  return redirect(here === '/' ? path : `${path}?${new URLSearchParams({ next: here })}`);
}

/**
 * Returns the claims of the signed-in user. Throws a redirect to the sign-in page, or a StartupFailure if the server
 * cannot be reached.
 */
export async function requireSession(request: Request): Promise<NonNullable<ReturnType<typeof claimsNow>>> {
  try {
    await freshToken();
  } catch (error) {
    throw error instanceof ApiProblem
      ? new StartupFailure(error.className, error.address)
      : new StartupFailure('Unknown');
  }
  const claims = claimsNow();
  if (!claims) throw towards(pattern.signIn, request);
  return claims;
}

/** Redirects to the sign-in of an organization that allows no passwords, which returns to this page. */
function toProvider(signInUrl: string, { url }: Request): Promise<never> {
  const { pathname, search } = new URL(url);
  location.assign(`${signInUrl}?${new URLSearchParams({ redirectUrl: pathname + search })}`);
  return new Promise(() => {});
}

const derived = new WeakMap<Startup, Started>();

function derive(startup: Startup, organization: NonNullable<Startup['organization']>): Started {
  const known = derived.get(startup);
  if (known) return known;
  const started: Started = {
    user: startup.user,
    memberships: startup.memberships,
    regions: startup.regions,
    organization,
    permissions: heldPermissions(organization.permissions, organization.isAdmin),
    modules: new Set(organization.modules.filter((module) => module.isEnabled).map((module) => module.code)),
    features: new Set(
      organization.customerConfig.filter((feature) => feature.isEnabled).map((feature) => feature.code),
    ),
    fileLimitBytes: startup.fileLimitBytes,
  };
  derived.set(startup, started);
  return started;
}

/** Guids of the user's organizations: those of the token, unless it has no room for all. */
async function organizationsOf({ organizations, hasMore }: TokenClaims): Promise<string[]> {
  const memberships = hasMore
    ? (await queryClient.ensureQueryData(query('getStartup', { query: {} }))).memberships
    : organizations;
  return memberships.map(({ organizationGuid }) => organizationGuid);
}

/** An organization that opens only after its own sign-in. */
interface Elsewhere {
  readonly signInUrl: string;
}

/**
 * Loads the organization that opens, whether it is ready for use or not. Concurrent calls share one request. Throws a
 * redirect to the sign-in page, to the welcome page without an organization or to the choice of one, or a
 * StartupFailure.
 */
export async function loadOrganization(request: Request): Promise<Started> {
  const opened = await openOrganization(request);
  return 'signInUrl' in opened ? toProvider(opened.signInUrl, request) : opened;
}

async function openOrganization(request: Request): Promise<Started | Elsewhere> {
  const claims = await requireSession(request);
  const requested = new URL(request.url).searchParams.get('organizationGuid');
  const guids = await organizationsOf(claims).catch((error: unknown) => {
    throw new StartupFailure(error instanceof ApiProblem ? error.className : 'Unknown');
  });
  if (claims.auditor) throw redirect(pattern.auditor);
  if (guids.length === 0) throw redirect(pattern.welcome);
  const guid = chooseOrganization(guids, requested, rememberedOrganization(claims.sub));
  if (!guid) throw towards(pattern.chooseOrganization, request);
  let startup: Startup;
  try {
    startup = await queryClient.ensureQueryData(startupQuery(guid));
  } catch (error) {
    if (error instanceof ApiProblem && error.signInUrl) return { signInUrl: error.signInUrl };
    dropToken();
    throw new StartupFailure(error instanceof ApiProblem ? error.className : 'Unknown');
  }
  if (!startup.organization) throw new StartupFailure('OrgNotSetup');
  setCurrentOrganization(guid);
  rememberOrganization(claims.sub, guid);
  // Delayed, so that the page itself loads first.
  setTimeout(() => void prepareDrafts(claims.sub), 2_000);
  return derive(startup, startup.organization);
}

/**
 * The startup sequence of every page's loader: a session and an organization that is set up. If it is not set up,
 * admins are redirected to its onboarding and others get a StartupFailure. Throws as loadOrganization does.
 */
export async function loadStartup(request: Request): Promise<Started> {
  const started = await loadOrganization(request).catch((error: unknown) => startWithoutSignal(request, error));
  if (started.organization.onboardingStatus === 'NOT_ONBOARDED')
    throw started.organization.isAdmin ? redirect(pattern.orgOnboarding) : new StartupFailure('OrgNotSetup');
  setTimeout(() => markOnboarded(started), 2_000);
  return started;
}

/** Pages of an event, which may be stored on this device. */
const EVENT_PAGE = /^\/events\/[\da-f-]{36}(\/|$)/i;

/**
 * Opens the reporting pages and events offline, from data that an earlier start stored on this device. Rethrows the
 * error for other pages, or without stored data.
 */
async function startWithoutSignal({ url }: Request, error: unknown): Promise<Started> {
  const { pathname, searchParams } = new URL(url);
  const opensOffline = pathname === pattern.reportEvent || pathname === pattern.outbox || EVENT_PAGE.test(pathname);
  if (!opensOffline || !(error instanceof StartupFailure) || error.className !== 'NetworkFailure') throw error;
  const { openStoredBootstrap } = await import('../offline/offline-bootstrap.ts');
  const startup = await openStoredBootstrap((guids, person) =>
    chooseOrganization(guids, searchParams.get('organizationGuid'), rememberedOrganization(person)),
  );
  if (!startup?.organization) throw error;
  return derive(startup, startup.organization);
}

const marked = new Set<string>();

/**
 * Marks the user's onboarding as complete once they enter an organization that is set up (specification 1, section 4).
 * Retried with the next page if it fails.
 */
function markOnboarded({ user, organization: { guid, isOnboarded } }: Started): void {
  if (isOnboarded || marked.has(guid) || claimsNow()?.sub !== user.guid) return;
  marked.add(guid);
  send('changeMembership', { params: { orgGuid: guid, userGuid: user.guid }, body: { isOnboarded: true } }).then(
    // Cached memberships have an outdated revision now.
    () => queryClient.invalidateQueries({ queryKey: ['listMemberships'] }),
    () => marked.delete(guid),
  );
}

/** Drops the cached startup data, so that the next page refetches it. */
export const forgetStartup = (): void => queryClient.removeQueries({ queryKey: ['getStartup'] });

/** Makes an organization that the user has just joined the one that opens. Clears all cached data of other ones. */
export async function enterOrganization(organizationGuid: string): Promise<void> {
  if (!claimsNow()?.organizations.some((each) => each.organizationGuid === organizationGuid)) await refreshSession();
  const claims = claimsNow();
  if (claims) rememberOrganization(claims.sub, organizationGuid);
  queryClient.clear();
}

/**
 * Loads the data of the shell. Account settings work without an organization that is set up; null for a user who opens
 * them without any membership, or with a password while the organization demands its own sign-in.
 */
export async function loadShell(request: Request): Promise<Started | null> {
  const { pathname } = new URL(request.url);
  if (![pattern.settings, pattern.personalSettings].some((own) => own === pathname)) return loadStartup(request);
  const { organizations, auditor } = await requireSession(request);
  if (auditor) throw redirect(pattern.auditor);
  const opened = organizations.length === 0 ? null : await openOrganization(request);
  return opened && 'signInUrl' in opened ? null : opened;
}

export const StartedContext = createContext<Started | null>(null);

/** The signed-in user, the open organization and the user's permissions there. Only inside the shell. */
export function useStarted(): Started {
  const started = useContext(StartedContext);
  if (!started) throw new Error('No shell around useStarted');
  return started;
}

/** Whether the user has a permission in the open organization. */
export const useMay = (permission: Permission): boolean => useStarted().permissions.has(permission);
