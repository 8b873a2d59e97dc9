import { useState } from 'react';
import { useLocation } from 'react-router';

interface EntryState {
  inviteToken?: string;
}

const PARAMETER = 'inviteToken';

/** State of the current history entry. `public/prelude.js` stores the token there before other scripts run. */
const entryState = (): EntryState | null => (history.state as { usr?: EntryState | null } | null)?.usr ?? null;

/** Whether an invitation's link leads to this URL of the sign-in page, or led to the open page. */
export const isInvited = (search: string): boolean =>
  new URLSearchParams(search).has(PARAMETER) || !!entryState()?.inviteToken;

/**
 * Token of the invitation's link that led to the sign-in page, if any. It is removed from the URL before rendering and
 * survives a reload.
 */
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
