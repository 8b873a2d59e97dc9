import { useEffect, useRef, useState } from 'react';
import { requestOpenly } from '../../lib/api/http.ts';
import { returnAddress } from '../../lib/session/startup.ts';

interface Provider {
  /** The organization's name. */
  name: string;
  signInUrl: string;
}

export interface ProviderOfAddress {
  /** Of the address that was looked at last; null where a password is asked for. */
  found: Provider | null;
  look: (identifier: string) => Promise<Provider | null>;
  /** Leaves for it, and comes back to where one wanted to go. */
  goTo: (provider: Provider) => void;
}

function leaveFor({ signInUrl }: Provider): void {
  const next =
    returnAddress(location.search) ??
    (location.pathname.startsWith('/signin') ? '/' : location.pathname + location.search);
  location.assign(`${signInUrl}?${new URLSearchParams({ redirectUrl: next })}`);
}

/** Whose identity provider an address leads to: its organization has verified the domain. It is asked for where somebody wants it. */
export function useProvider(isAsked: boolean, identifier?: string): ProviderOfAddress {
  const [found, setFound] = useState<Provider | null>(null);
  const newest = useRef('');
  const look = async (typed: string): Promise<Provider | null> => {
    const address = typed.trim();
    newest.current = address;
    // Without an answer the password is asked for.
    const answer =
      isAsked && address.includes('@')
        ? await requestOpenly('getAuthMethod', { query: { identifier: address } }).catch(() => null)
        : null;
    const provider =
      answer?.type === 'SSO_SAML' && answer.signInUrl ? { name: answer.name ?? '', signInUrl: answer.signInUrl } : null;
    if (newest.current === address) setFound(provider);
    return provider;
  };
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    if (identifier) void latest.current(identifier);
  }, [identifier]);
  return { found, look, goTo: leaveFor };
}
