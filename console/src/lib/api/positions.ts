import { forgetWithPerson } from '../session/sign-out.ts';

/**
 * How far the log had got at our last write, for each organization, and for accounts, which stand in a log of their own:
 * what is asked for afterwards waits until it knows of it. The token is opaque.
 */
const positions = new Map<string, string>();
let current = '';
forgetWithPerson(() => positions.clear());

/** The organization that requests without one in their address belong to. */
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

/** Drops what we have been told of an organization's log. */
export const forgetPosition = (address: string): void => void positions.delete(organizationOf(address));
