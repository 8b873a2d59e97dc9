import { useEffect, useEffectEvent } from 'react';
import { requestUnasked } from '../../../lib/api/http.ts';

/** What others do is seen within five seconds: so often is asked whether there is something, and the answer takes its time as well. */
const EVERY_MS = 4_000;
const MAX_MS = 60_000;
/** What the calendar alone changes is asked for as well, now and then. */
const AT_LEAST_EVERY_MS = 60_000;

const listeners = new Set<() => void>();

/** Calls back when something may have changed in the organization that is open, by anybody. What it was is for the listener to ask. */
export function useServerChanges(onNews: () => void): void {
  const told = useEffectEvent(onNews);
  useEffect(() => {
    const listener = () => told();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}

/**
 * Asks how far an organization has come, while the page is in sight, and tells the listeners when it has gone on. The
 * session is not renewed for it: once the token is over it waits for somebody who touches the page or comes back to it.
 * @returns ends it.
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

/** Follows what is done in an organization, as long as the component stands. */
export function useFollowing(organizationGuid: string): void {
  useEffect(() => follow(organizationGuid), [organizationGuid]);
}
