import { storeBootstrap } from './offline-bootstrap.ts';

/**
 * Prepares this browser to report offline: a service worker caches the shell, and the data needed for a report is
 * stored encrypted. Does nothing where there are no service workers, as over plain http.
 */
export async function prepareWithoutSignal(person: string, organizationGuid: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  await navigator.serviceWorker.ready;
  await storeBootstrap(person, organizationGuid);
}
