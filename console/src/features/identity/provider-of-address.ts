import { useEffect, useRef, useState } from 'react';
import { requestPublic } from '../../lib/api/http.ts';
import { returnAddress } from '../../lib/session/startup.ts';

interface Provider {
  /** The organization's name. */
  name: string;
  signInUrl: string;
}

export interface ProviderOfAddress {
  /** Provider of the address that was checked last; null if it signs in with a password. */
  found: Provider | null;
  findProvider: (identifier: string) => Promise<Provider | null>;
  /** Leaves for the provider, which then returns to the requested page. */
  goTo: (provider: Provider) => void;
}

function leaveFor({ signInUrl }: Provider): void {
  const next =
    returnAddress(location.search) ??
    (location.pathname.startsWith('/signin') ? '/' : location.pathname + location.search);
  location.assign(`${signInUrl}?${new URLSearchParams({ redirectUrl: next })}`);
}

/**
 * Finds the identity provider of an address, if an organization has verified its domain and uses one.
 * @param isEnabled whether to ask the server at all
 */
export function useProvider(isEnabled: boolean, identifier?: string): ProviderOfAddress {
  const [found, setFound] = useState<Provider | null>(null);
  const newest = useRef('');
  const findProvider = async (typed: string): Promise<Provider | null> => {
    const address = typed.trim();
    newest.current = address;
    // If the request fails, ask for the password.
    const answer =
      isEnabled && address.includes('@')
        ? await requestPublic('getAuthMethod', { query: { identifier: address } }).catch(() => null)
        : null;
    const provider =
      answer?.type === 'SSO_SAML' && answer.signInUrl ? { name: answer.name ?? '', signInUrl: answer.signInUrl } : null;
    if (newest.current === address) setFound(provider);
    return provider;
  };
  const latest = useRef(findProvider);
  latest.current = findProvider;
  useEffect(() => {
    if (identifier) void latest.current(identifier);
  }, [identifier]);
  return { found, findProvider, goTo: leaveFor };
}
