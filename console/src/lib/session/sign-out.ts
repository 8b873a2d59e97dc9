import { useSyncExternalStore, type ReactNode } from 'react';
import { addressOf } from '../api/operation.ts';
import { paths } from '../url/paths.ts';

/** Stands in this browser's storage until the server has ended the session: for the other tabs, and for the next start. */
const MARK = 'plimsoll-signing-out';
const FIRST_WAIT_MS = 2_000;
const MAX_WAIT_MS = 60_000;
const ANSWER_WITHIN_MS = 10_000;

/** ENDING while nobody knows yet whether the session has ended, LIVES when the server could not be told, LEAVING when the page only goes elsewhere. */
type SigningOut = 'ENDING' | 'LIVES' | 'LEAVING';

let state: SigningOut | null = null;
/** Without storage the other tabs and the next start know nothing; this page does. */
let isKept = true;
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
    isKept = mark() === value;
  } catch {
    isKept = false;
  }
}

/** Whether this page is about to be left for good, or a sign-out in this browser has not reached the server yet. */
export const isSigningOut = (): boolean => state !== null || mark() !== null;

/** Ends what is under way for a person who is gone. */
export const leftSignal: AbortSignal = left.signal;

/** Registers what has to be forgotten with the person: it is called once, at once. */
export const forgetWithPerson = (forget: () => void): void => void forgetters.add(forget);

/** Asks somebody who signs out what becomes of what is not sent; null where there is nothing to ask. */
interface LeavingQuestion {
  isDue: () => boolean;
  ask: () => ReactNode;
}

let question: LeavingQuestion | null = null;

/** Registers what is asked before a sign-out. It comes with what may have to be asked, so that it is there without a network. */
export const askBeforeSignOut = (asked: LeavingQuestion): void => void (question = asked);

/** What is to be asked now. */
export const dueQuestion = (): ReactNode => (question?.isDue() ? question.ask() : null);

/** From here on this page shows and holds nothing of anybody; it ends with another one being loaded. */
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

/** Empties the page at once and loads another one: somebody else has signed in. */
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

/** A whole new page: nothing of the old one is left in memory. */
const done = () => location.replace(paths.signIn());

async function tell(): Promise<boolean> {
  // Another tab was faster, and somebody else may have signed in since.
  const isOver = (isKept && mark() === null) || (await isEnded());
  if (isOver) {
    setMark(null);
    done();
  } else {
    setMark('LIVES');
    empty('LIVES');
  }
  return isOver;
}

let telling: Promise<boolean> | null = null;

/** Tells the server now; one tab at a time. Gives whether the session is over. */
export function endSession(): Promise<boolean> {
  const locks: LockManager | undefined = navigator.locks;
  telling ??= Promise.resolve(locks ? locks.request('plimsoll-sign-out', tell) : tell()).finally(
    () => (telling = null),
  );
  return telling;
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
 * Signs out, with or without a network: every tab is emptied at once and its keys are dropped. The session on the
 * server ends when the server hears of it, and that is tried until it does, also after a reload.
 */
export function signOut(): void {
  if (state !== null) return;
  setMark('ENDING');
  begin('ENDING');
}

/** Follows what other tabs do, and goes on with a sign-out that an earlier page began. Called once, as the console starts. */
export function followSignOut(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== MARK) return;
    if (newValue === null) return state === null ? undefined : done();
    // The address may name somebody; the page that it led to is gone.
    if (state === null) history.replaceState(null, '', paths.signIn());
    begin(newValue === 'LIVES' ? 'LIVES' : 'ENDING');
  });
  // A page that the browser had put aside comes back as it was.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
  const before = mark();
  if (before !== null) begin(before === 'LIVES' ? 'LIVES' : 'ENDING');
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How far the sign-out has got; null while nobody signs out. */
export const useSigningOut = (): SigningOut | null => useSyncExternalStore(subscribe, () => state);
