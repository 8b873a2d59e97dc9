import { useSyncExternalStore, type ReactNode } from 'react';
import { addressOf } from '../api/operation.ts';
import { paths } from '../url/paths.ts';

/** Storage key that is set until the server has ended the session: for the other tabs, and for the next start. */
const MARK = 'plimsoll-signing-out';
const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 60_000;
const ANSWER_WITHIN_MS = 10_000;

/**
 * ENDING: the server has not answered yet. LIVES: the server could not be reached. LEAVING: the page only goes
 * elsewhere.
 */
type SigningOut = 'ENDING' | 'LIVES' | 'LEAVING';

let state: SigningOut | null = null;
/** Whether the mark could be stored. If not, the other tabs and the next start do not know of the sign-out. */
let isMarkStored = true;
const listeners = new Set<() => void>();
const forgetters = new Set<() => void>();
const left = new AbortController();

function mark(): string | null {
  try {
    return localStorage.getItem(MARK);
  } catch {
    return null;
  }
}

function setMark(value: 'ENDING' | 'LIVES' | null): void {
  try {
    if (value) localStorage.setItem(MARK, value);
    else localStorage.removeItem(MARK);
    isMarkStored = mark() === value;
  } catch {
    isMarkStored = false;
  }
}

/** Whether this page is about to be left for good, or a sign-out in this browser has not reached the server yet. */
export const isSigningOut = (): boolean => state !== null || mark() !== null;

/** Aborted when the user signs out or this page is left: ends requests in flight. */
export const leftSignal: AbortSignal = left.signal;

/** Registers a callback that clears user data from memory when the user leaves. It is called once, synchronously. */
export const forgetWithPerson = (forget: () => void): void => void forgetters.add(forget);

/** A question before sign-out about unsent data. */
interface LeavingQuestion {
  isDue: () => boolean;
  ask: () => ReactNode;
}

let question: LeavingQuestion | null = null;

/**
 * Registers a question to ask before a sign-out. The module with unsent data registers it, so that it is loaded also
 * without a network.
 */
export const askBeforeSignOut = (registered: LeavingQuestion): void => void (question = registered);

/** The question to ask now, or null. */
export const dueQuestion = (): ReactNode => (question?.isDue() ? question.ask() : null);

/** Clears this page of all user data, before another page is loaded. */
function empty(next: SigningOut): void {
  const isFirst = state === null;
  state = next;
  if (isFirst) {
    left.abort();
    for (const forget of forgetters) forget();
    document.title = 'Plimsoll';
  }
  for (const listener of listeners) listener();
}

/** Clears the page at once and loads another one: another user has signed in. */
export function leaveFor(address: string): void {
  if (state !== null) return;
  empty('LEAVING');
  location.replace(address);
}

async function isEnded(): Promise<boolean> {
  const answer = await fetch(location.origin + addressOf('signOut'), {
    method: 'POST',
    credentials: 'same-origin',
    keepalive: true,
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(() => null);
  return answer?.ok ?? false;
}

/** A full page load, so that nothing stays in memory. */
const done = () => location.replace(paths.signIn());

async function endOnServer(): Promise<boolean> {
  // Another tab has finished, and another user may have signed in since.
  const isOver = (isMarkStored && mark() === null) || (await isEnded());
  if (isOver) {
    setMark(null);
    done();
  } else {
    setMark('LIVES');
    empty('LIVES');
  }
  return isOver;
}

let ending: Promise<boolean> | null = null;

/** Ends the session on the server; one tab at a time. Returns whether it has ended. */
export function endSession(): Promise<boolean> {
  const locks: LockManager | undefined = navigator.locks;
  ending ??= Promise.resolve(locks ? locks.request('plimsoll-sign-out', endOnServer) : endOnServer()).finally(
    () => (ending = null),
  );
  return ending;
}

/** Waits, or until there is reason to think that the server can be reached again. */
const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      removeEventListener('online', wake);
      document.removeEventListener('visibilitychange', wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    addEventListener('online', wake);
    document.addEventListener('visibilitychange', wake);
  });

async function untilOver(): Promise<void> {
  for (let wait = FIRST_WAIT_MS; !(await endSession()); wait = Math.min(wait * 2, MAX_WAIT_MS)) await pause(wait);
}

function begin(how: 'ENDING' | 'LIVES'): void {
  const isFirst = state === null;
  empty(how);
  if (isFirst) void untilOver();
}

/**
 * Signs out, with or without a network: every tab is cleared at once and its keys are dropped. The session on the
 * server ends when the request reaches it, which is retried until it does, also after a reload.
 */
export function signOut(): void {
  if (state !== null) return;
  setMark('ENDING');
  begin('ENDING');
}

/** Follows sign-outs in other tabs, and resumes one that an earlier page began. Called once, at startup. */
export function followSignOut(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== MARK) return;
    if (newValue === null) return state === null ? undefined : done();
    // The address may contain personal data; its page is gone.
    if (state === null) history.replaceState(null, '', paths.signIn());
    begin(newValue === 'LIVES' ? 'LIVES' : 'ENDING');
  });
  // A page restored from the back/forward cache would show its old content.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  const before = mark();
  if (before !== null) begin(before === 'LIVES' ? 'LIVES' : 'ENDING');
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** State of the sign-out; null if there is none. */
export const useSigningOut = (): SigningOut | null => useSyncExternalStore(subscribe, () => state);
