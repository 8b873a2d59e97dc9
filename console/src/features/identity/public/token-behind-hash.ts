import { useState } from 'react';

/** The token that the link of a mail carries behind #. The address and the browser's history lose it before anything is shown. */
export function useTokenBehindHash(): string {
  const [token] = useState(() => {
    const found = location.hash.slice(1);
    if (found) history.replaceState(history.state, '', location.pathname + location.search);
    return found;
  });
  return token;
}
