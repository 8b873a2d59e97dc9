import { lazy, Suspense } from 'react';
import { isAuditorHere, useAskedToSignIn } from '../lib/session/session.ts';

const Dialog = lazy(async () => ({
  default: (await import('../features/identity/components/SessionExpiredDialog.tsx')).SessionExpiredDialog,
}));

/** Whoever has to sign in again does it over the page; the dialog is fetched when it is first needed. */
export function SessionExpired() {
  const why = useAskedToSignIn();
  return why && !isAuditorHere() ? (
    <Suspense>
      <Dialog why={why} />
    </Suspense>
  ) : null;
}
