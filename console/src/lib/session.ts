import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { TokenClaims } from '@plimsoll/contracts/identity/requests';
import { noteServerTime } from './clock.ts';
import { earlyOr } from './early-answers.ts';
import { addressOf, type Answer, type Asked } from './operation.ts';
import { paths } from './paths.ts';
import { ApiProblem, problemOf } from './problem.ts';
import { forgetWithPerson, isSigningOut, leaveFor } from './sign-out.ts';

/** The token is renewed when so many seconds or fewer remain (specification 1, section 9). */
const REFRESH_BEFORE_SECONDS = 25;

interface Held {
  token: string;
  claims: TokenClaims;
  /** On this device's own clock, counted from the moment of receipt: a wrong date on the device does no harm. */
  expiresAt: number;
}

/** The token lives here and nowhere else: no storage, no address ever holds it. */
let held: Held | null = null;
let lastSubject: string | null = null;
let asking: { promise: Promise<void>; settle: () => void } | null = null;
const listeners = new Set<() => void>();

const changed = () => listeners.forEach((listener) => listener());

function decode(token: string, ago = 0): Held {
  const payload = token.split('.')[1] ?? '';
  const json = new TextDecoder().decode(Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0)));
  const claims = JSON.parse(json) as TokenClaims & { exp: number; iat: number };
  return { token, claims, expiresAt: performance.now() - ago + (claims.exp - claims.iat) * 1000 };
}

/** Takes a token from an answer: its body, or the Authorization header that replaces the one we have. It came so many milliseconds ago. */
export function holdToken(token: string, ago = 0): void {
  if (isSigningOut()) return;
  const next = decode(token.replace(/^Bearer /, ''), ago);
  // Somebody else has signed in, in another tab: this page is still the one before's.
  if (lastSubject !== null && lastSubject !== next.claims.sub) return leaveFor(paths.home());
  held = next;
  lastSubject = next.claims.sub;
  changed();
}

forgetWithPerson(() => {
  held = null;
  lastSubject = null;
  asking = null;
  changed();
});

/** What the token says of its bearer; null while nobody is signed in. */
export const claimsNow = (): TokenClaims | null => held?.claims ?? null;

/** Whose page this is, also after the session has ended. */
export const lastSignedIn = (): string | null => lastSubject;

/** Gives the guid of who it is. */
async function authenticate<Id extends 'signIn' | 'refreshSession'>(id: Id, { body }: Asked<Id>): Promise<string> {
  const address = addressOf(id);
  const send = () =>
    fetch(location.origin + address, {
      method: 'POST',
      credentials: 'same-origin',
      headers: body ? { 'Content-Type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : undefined,
    });
  const { response, askedAt, arrivedAt } = await earlyOr(`POST ${address}`, send).catch(() => {
    throw new ApiProblem(0, null);
  });
  noteServerTime(response.headers.get('Date'), askedAt, arrivedAt);
  if (!response.ok) throw await problemOf(response);
  const { jwt }: Answer<'signIn'> = await response.json();
  holdToken(jwt, Date.now() - arrivedAt);
  return decode(jwt).claims.sub;
}

/** Says who signed in last in this browser: the tabs of anybody else are not theirs any more. */
const PERSON = 'plimsoll-person';

/** Signs in with an e-mail address or username and a password. Throws an ApiProblem. */
export const signIn = (identifier: string, password: string): Promise<void> => begin({ identifier, password });

/** Signs in by the link that verifies an address; where another browser signed up, with the password that was chosen there. Throws an ApiProblem. */
export const signInByLink = (emailVerificationToken: string, password?: string): Promise<void> => begin({ emailVerificationToken, password });

async function begin(body: Asked<'signIn'>['body']): Promise<void> {
  const person = await authenticate('signIn', { body });
  try {
    // Also where it is the same person again: only a change is heard in other tabs.
    localStorage.removeItem(PERSON);
    localStorage.setItem(PERSON, person);
  } catch {
    // Without storage another tab finds out when it renews its token.
  }
}

/** Empties this page when somebody else signs in, in another tab. Called once, as the console starts. */
export function followSignIn(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === PERSON && newValue && lastSubject !== null && lastSubject !== newValue) leaveFor(paths.home());
  });
}

/** Calls when somebody signs in in another tab of this browser: here they are signed in too. */
export function useSignInElsewhere(onSignedIn: () => void): void {
  const latest = useRef(onSignedIn);
  latest.current = onSignedIn;
  useEffect(() => {
    const heard = ({ key, newValue }: StorageEvent) => key === PERSON && newValue && latest.current();
    addEventListener('storage', heard);
    return () => removeEventListener('storage', heard);
  }, []);
}

let refreshing: Promise<void> | null = null;

/** Trades the refresh cookie for a new token; one tab at a time. Throws an ApiProblem, of status 401 when there is no session. */
export function refreshSession(): Promise<void> {
  const run = async () => void (await authenticate('refreshSession', {}));
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  refreshing ??= Promise.resolve(locks ? locks.request('plimsoll-refresh', run) : run()).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/**
 * A token that is good for a while yet; null without a session. Never comes while a sign-out is under way. Throws an ApiProblem when
 * the server cannot be reached, or takes nothing from a page at this address.
 */
export async function freshToken(): Promise<string | null> {
  if (isSigningOut()) return new Promise(() => {});
  if (held && held.expiresAt - performance.now() > REFRESH_BEFORE_SECONDS * 1000) return held.token;
  try {
    await refreshSession();
  } catch (fault) {
    if (fault instanceof ApiProblem && fault.status !== 0 && fault.status < 500 && fault.className !== 'ForeignOrigin') return null;
    throw fault;
  }
  return held?.token ?? null;
}

/** The token in hand while it is good for a while yet; null otherwise. It is not renewed: what a page asks by itself keeps no session alive. */
export const tokenInHand = (): string | null =>
  held && !isSigningOut() && held.expiresAt - performance.now() > 2 * REFRESH_BEFORE_SECONDS * 1000 ? held.token : null;

/** Forgets the token on this page; the cookie and the session stay. */
export function dropToken(): void {
  held = null;
  changed();
}

/** Asks the person to sign in again, over the page; everyone who waits goes on when that is done. */
export function askToSignIn(): Promise<void> {
  if (!asking) {
    let settle = () => {};
    const promise = new Promise<void>((resolve) => (settle = resolve));
    asking = { promise, settle };
    changed();
  }
  return asking.promise;
}

/** Says that the person has signed in again. */
export function signedInAgain(): void {
  asking?.settle();
  asking = null;
  changed();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether the sign-in dialog has to be shown. */
export const useAskedToSignIn = (): boolean => useSyncExternalStore(subscribe, () => asking !== null);
