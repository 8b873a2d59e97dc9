import { useEffect, useEffectEvent } from 'react';
import { requestUnasked } from '../../../lib/api/http.ts';

/** Poll interval. Changes by others have to show within five seconds, including the response time. */
const EVERY_MS = 4_000;
const MAX_MS = 60_000;
/** Refetch interval without changes, since some answers change with the date alone. */
const AT_LEAST_EVERY_MS = 60_000;

const listeners = new Set<() => void>();

/** Calls back when anything may have changed in the current organization. Listeners refetch what they need. */
export function useServerChanges(onNews: () => void): void {
  const told = useEffectEvent(onNews);
  useEffect(() => {
    const listener = () => told();
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
function follow(organizationGuid: string): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let known: string | null = null;
  let toldAt = 0;
  let askedAt = performance.now();
  let wait = EVERY_MS;
  let isAsking = false;
  let isAnswered = true;

  const isInSight = () => document.visibilityState === 'visible';
  const later = () => {
    clearTimeout(timer);
    if (isInSight()) timer = setTimeout(() => void ask(false), wait);
  };

  async function ask(isSomebodyThere: boolean): Promise<void> {
    if (isAsking || !isInSight()) return;
    isAsking = true;
    askedAt = performance.now();
    const answer = await requestUnasked('getPosition', { query: { organizationGuid } }, { signal, isSomebodyThere });
    isAsking = false;
    if (signal.aborted) return;
    isAnswered = answer !== null;
    wait = isAnswered ? EVERY_MS : Math.min(wait * 2, MAX_MS);
    if (answer && (answer.position !== known || performance.now() - toldAt >= AT_LEAST_EVERY_MS)) {
      known = answer.position;
      toldAt = performance.now();
      for (const listener of listeners) listener();
    }
    later();
  }

  const comeBack = () => (isInSight() ? void ask(true) : clearTimeout(timer));
  const touched = () => void (!isAnswered && performance.now() - askedAt >= EVERY_MS && ask(true));
  document.addEventListener('visibilitychange', comeBack);
  document.addEventListener('pointerdown', touched, { passive: true });
  document.addEventListener('keydown', touched, { passive: true });
  later();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', comeBack);
    document.removeEventListener('pointerdown', touched);
    document.removeEventListener('keydown', touched);
    ended.abort();
  };
}

/** Polls an organization for changes while the component is mounted. */
export function useFollowing(organizationGuid: string): void {
  useEffect(() => follow(organizationGuid), [organizationGuid]);
}
