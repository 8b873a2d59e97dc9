import { useState } from 'react';
import { useLocation } from 'react-router';

interface EntryState {
  inviteToken?: string;
}

const PARAMETER = 'inviteToken';

/** What the browser keeps with the page that is open: public/prelude.js puts the token there before anything else runs. */
const keptState = (): EntryState | null => (history.state as { usr?: EntryState | null } | null)?.usr ?? null;

/** Whether the link of an invitation leads to this address of the sign-in page, or has led to the page that is open. */
export const isInvited = (search: string): boolean =>
  new URLSearchParams(search).has(PARAMETER) || !!keptState()?.inviteToken;

/** The token of the link that led to the sign-in page, if one did. The address loses it before anything is shown; a reload keeps it. */
export function useInviteToken(): string | null {
  const { state, pathname, search } = useLocation();
  const [token] = useState(() => {
    const parameters = new URLSearchParams(search);
    const found = parameters.get(PARAMETER);
    if (!found) return (state as EntryState | null)?.inviteToken ?? null;
    parameters.delete(PARAMETER);
    history.replaceState(
      { ...(history.state as object | null), usr: { inviteToken: found } },
      '',
      pathname + (parameters.size > 0 ? `?${parameters}` : ''),
    );
    return found;
  });
  return token;
}
