import { createContext, useContext } from 'react';
import { redirect } from 'react-router';
import type { Module } from '@plimsoll/contracts/organizations/features';
import type { Startup } from '@plimsoll/contracts/organizations/answers';
import { heldPermissions, type Permission } from './permissions.ts';
import { setCurrentOrganization } from './positions.ts';
import { ApiProblem } from './problem.ts';
import { query } from './query.ts';
import { queryClient } from './query-client.ts';
import { prepareDrafts } from './sealed-drafts.ts';
import { claimsNow, dropToken, freshToken } from './session.ts';

/** Who is here, in which organization, and what they may do there. */
export interface Started {
  user: Startup['user'];
  memberships: Startup['memberships'];
  regions: Startup['regions'];
  organization: NonNullable<Startup['organization']>;
  permissions: ReadonlySet<Permission>;
  modules: ReadonlySet<Module>;
  features: ReadonlySet<string>;
}

/** The application could not start; the screen for it says why in the specification's words. */
export class StartupFailure extends Error {
  override readonly name = 'StartupFailure';
  readonly className: string;
  /** Where the product is to be opened, when that is why. */
  readonly address: string | null;
  constructor(className: string, address: string | null = null) {
    super(className);
    this.className = className;
    this.address = address;
  }
}

export const startupQuery = (organizationGuid: string | undefined) => query('getStartup', { query: { organizationGuid } }, { staleTime: 60_000 });

const rememberedKey = (userGuid: string) => `plimsoll-organization:${userGuid}`;

/** Keeps the organization that this person works in, on this device. */
export function rememberOrganization(userGuid: string, organizationGuid: string): void {
  try {
    localStorage.setItem(rememberedKey(userGuid), organizationGuid);
  } catch {
    // Without storage the person chooses again next time.
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
 * Which organization to open: the only one; the one that the address asks for; the one used last; otherwise the
 * person chooses (specification 1, section 4).
 */
export function chooseOrganization(memberships: readonly string[], asked: string | null, remembered: string | null): string | null {
  if (memberships.length === 1) return memberships[0]!;
  return [asked, remembered].find((guid) => guid && memberships.includes(guid)) ?? null;
}

/** The address to come back to, when it is one of ours. */
export function returnAddress(search: string): string | null {
  const next = new URLSearchParams(search).get('next');
  return next && /^\/(?![/\\])/.test(next) ? next : null;
}

function towards(path: string, request: Request): Response {
  const url = new URL(request.url);
  const here = url.pathname + url.search;
  return redirect(here === '/' ? path : `${path}?${new URLSearchParams({ next: here })}`);
}

/** Who is signed in. Throws a redirect to the sign-in page, or a StartupFailure when the server cannot be reached. */
export async function requireSession(request: Request): Promise<NonNullable<ReturnType<typeof claimsNow>>> {
  try {
    await freshToken();
  } catch (fault) {
    throw fault instanceof ApiProblem ? new StartupFailure(fault.className, fault.address) : new StartupFailure('Unknown');
  }
  const claims = claimsNow();
  if (!claims) throw towards('/signin', request);
  return claims;
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
    features: new Set(organization.customerConfig.filter((feature) => feature.isEnabled).map((feature) => feature.code)),
  };
  derived.set(startup, started);
  return started;
}

/**
 * The startup sequence, for every loader of a page: a session, an organization, everything about it. Called by many
 * loaders at once it asks once. Throws a redirect to the sign-in or to the choice, or a StartupFailure.
 */
export async function loadStartup(request: Request): Promise<Started> {
  const claims = await requireSession(request);
  const asked = new URL(request.url).searchParams.get('organizationGuid');
  const guids = claims.organizations.map((each) => each.organizationGuid);
  const guid = chooseOrganization(guids, asked, rememberedOrganization(claims.sub));
  if (!guid) throw towards('/choose-organization', request);
  let startup: Startup;
  try {
    startup = await queryClient.ensureQueryData(startupQuery(guid));
  } catch (fault) {
    dropToken();
    throw new StartupFailure(fault instanceof ApiProblem ? fault.className : 'Unknown');
  }
  if (!startup.organization) throw new StartupFailure('OrgNotSetup');
  setCurrentOrganization(guid);
  rememberOrganization(claims.sub, guid);
  // The page itself goes first.
  setTimeout(() => void prepareDrafts(claims.sub), 2_000);
  return derive(startup, startup.organization);
}

export const StartedContext = createContext<Started | null>(null);

/** Who is here, in which organization, and what they may do there. Below the shell only. */
export function useStarted(): Started {
  const started = useContext(StartedContext);
  if (!started) throw new Error('useStarted stands outside of the shell');
  return started;
}

/** Whether the person holds a permission in the organization that is open. */
export const useMay = (permission: Permission): boolean => useStarted().permissions.has(permission);
