import { useEffect, useEffectEvent } from 'react';
import { requestInBackground } from '../../../lib/api/http.ts';

/** Poll interval. Changes by others have to show within five seconds, including the response time. */
const POLL_INTERVAL_MS = 4_000;
const MAX_POLL_INTERVAL_MS = 60_000;
/** Refetch interval without changes, since some answers change with the date alone. */
const REFRESH_INTERVAL_MS = 60_000;

const listeners = new Set<() => void>();

/** Calls back when anything may have changed in the current organization. Listeners refetch what they need. */
export function useServerChanges(onChange: () => void): void {
  const notify = useEffectEvent(onChange);
  useEffect(() => {
    const listener = () => notify();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}

/**
 * Polls the position of an organization while the page is visible, and notifies the listeners when it changes. Polling
 * does not refresh the session: after the access token expires it waits until the user touches the page or comes back
 * to it.
 * @returns stops polling.
 */
function pollPosition(organizationGuid: string): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let knownPosition: string | null = null;
  let notifiedAt = 0;
  let polledAt = performance.now();
  let interval = POLL_INTERVAL_MS;
  let isPolling = false;
  let isAnswered = true;

  const isVisible = () => document.visibilityState === 'visible';
  const schedule = () => {
    clearTimeout(timer);
    if (isVisible()) timer = setTimeout(() => void poll(false), interval);
  };

  async function poll(isUserActive: boolean): Promise<void> {
    if (isPolling || !isVisible()) return;
    isPolling = true;
    polledAt = performance.now();
    const answer = await requestInBackground('getPosition', { query: { organizationGuid } }, { signal, isUserActive });
    isPolling = false;
    if (signal.aborted) return;
    isAnswered = answer !== null;
    interval = isAnswered ? POLL_INTERVAL_MS : Math.min(interval * 2, MAX_POLL_INTERVAL_MS);
    if (answer && (answer.position !== knownPosition || performance.now() - notifiedAt >= REFRESH_INTERVAL_MS)) {
      knownPosition = answer.position;
      notifiedAt = performance.now();
      for (const listener of listeners) listener();
    }
    schedule();
  }

  const onVisibilityChange = () => (isVisible() ? void poll(true) : clearTimeout(timer));
  const onInteraction = () => void (!isAnswered && performance.now() - polledAt >= POLL_INTERVAL_MS && poll(true));
  document.addEventListener('visibilitychange', onVisibilityChange);
  document.addEventListener('pointerdown', onInteraction, { passive: true });
  document.addEventListener('keydown', onInteraction, { passive: true });
  schedule();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onVisibilityChange);
    document.removeEventListener('pointerdown', onInteraction);
    document.removeEventListener('keydown', onInteraction);
    ended.abort();
  };
}

/** Polls an organization for changes while the component is mounted. */
export function usePollServerChanges(organizationGuid: string): void {
  useEffect(() => pollPosition(organizationGuid), [organizationGuid]);
}
