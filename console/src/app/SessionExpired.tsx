import { lazy, Suspense } from 'react';
import { isAuditorHere, useSignInReason } from '../lib/session/session.ts';

const Dialog = lazy(async () => ({
  default: (await import('../features/identity/components/SessionExpiredDialog.tsx')).SessionExpiredDialog,
}));

/** Dialog over the page for signing in again after the session expired. Its chunk is loaded on first use. */
export function SessionExpired() {
  const why = useSignInReason();
  return why && !isAuditorHere() ? (
    <Suspense>
      <Dialog why={why} />
    </Suspense>
  ) : null;
}
