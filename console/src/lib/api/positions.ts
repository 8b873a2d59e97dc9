import { forgetWithPerson } from '../session/sign-out.ts';

/**
 * Log position of our last write, per organization, and for accounts, which have their own log. Later queries wait
 * until the read models have reached it (read-your-writes). The token is opaque.
 */
const positions = new Map<string, string>();
let current = '';
forgetWithPerson(() => positions.clear());

/** Sets the organization that requests without one in their address belong to. */
export function setCurrentOrganization(guid: string): void {
  current = guid;
}

function organizationOf(address: string): string {
  const url = new URL(address, 'http://any');
  const [, ofOrganization, ofAccounts] = /\/(?:orgs\/([^/]+)|(users)\/)/.exec(url.pathname) ?? [];
  return ofOrganization ?? ofAccounts ?? url.searchParams.get('organizationGuid') ?? current;
}

export const rememberPosition = (address: string, position: string): void =>
  void positions.set(organizationOf(address), position);

export const lastPosition = (address: string): string | undefined => positions.get(organizationOf(address));

/** Drops the stored position of an organization's log. */
export const forgetPosition = (address: string): void => void positions.delete(organizationOf(address));
