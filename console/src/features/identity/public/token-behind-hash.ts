import { useState } from 'react';

/** Token after the # of a mail's link. It is removed from the URL and the browser's history before rendering. */
export function useTokenBehindHash(): string {
  const [token] = useState(() => {
    const found = location.hash.slice(1);
    if (found) history.replaceState(history.state, '', location.pathname + location.search);
    return found;
  });
  return token;
}
