import { noteUnreachable } from '../../ui/layout/useOnline.ts';

const PROBE_EVERY_MS = 4_000;
const ANSWER_WITHIN_MS = 8_000;

/** Any answer will do: it is not cached, and needs no session. */
const isReached = (): Promise<boolean> =>
  fetch(`${location.origin}/health/live`, {
    method: 'HEAD',
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).then(
    () => true,
    () => false,
  );

let isProbing = false;

/**
 * After a request that did not reach the server, finds out whether any does. If not, the console is offline, whatever
 * the device says, until one does again.
 */
export function checkConnection(): void {
  if (isProbing || typeof document === 'undefined') return;
  isProbing = true;
  const probe = async () => {
    const reached = await isReached();
    noteUnreachable(!reached);
    if (reached) isProbing = false;
    else setTimeout(() => void probe(), PROBE_EVERY_MS);
  };
  void probe();
}
