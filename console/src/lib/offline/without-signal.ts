import { storeBootstrap } from './offline-bootstrap.ts';

/**
 * Makes this browser ready to report without a network: the shell is kept by its worker, and what a report is made with,
 * sealed. Over plain http, or where a browser has no workers, nothing is; a start wants the network there.
 */
export async function prepareWithoutSignal(person: string, organizationGuid: string): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  await navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' });
  await navigator.serviceWorker.ready;
  await storeBootstrap(person, organizationGuid);
}
