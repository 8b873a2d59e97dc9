import { useSyncExternalStore } from 'react';
import type { TokenClaims } from '@plimsoll/contracts/identity/requests';
import { addressOf, type Answer, type Asked } from './operation.ts';
import { ApiProblem, problemOf } from './problem.ts';

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

function decode(token: string): Held {
  const payload = token.split('.')[1] ?? '';
  const json = new TextDecoder().decode(Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0)));
  const claims = JSON.parse(json) as TokenClaims & { exp: number; iat: number };
  return { token, claims, expiresAt: performance.now() + (claims.exp - claims.iat) * 1000 };
}

/** Takes a token from an answer: its body, or the Authorization header that replaces the one we have. */
export function holdToken(token: string): void {
  held = decode(token.replace(/^Bearer /, ''));
  lastSubject = held.claims.sub;
  changed();
}

/** What the token says of its bearer; null while nobody is signed in. */
export const claimsNow = (): TokenClaims | null => held?.claims ?? null;

/** Whose page this is, also after the session has ended. */
export const lastSignedIn = (): string | null => lastSubject;

async function authenticate<Id extends 'signIn' | 'refreshSession'>(id: Id, { body }: Asked<Id>): Promise<void> {
  const response = await fetch(location.origin + addressOf(id), {
    method: 'POST',
    credentials: 'same-origin',
    headers: body ? { 'Content-Type': 'application/json' } : {},
    body: body ? JSON.stringify(body) : undefined,
  }).catch(() => {
    throw new ApiProblem(0, null);
  });
  if (!response.ok) throw await problemOf(response);
  const { jwt }: Answer<'signIn'> = await response.json();
  holdToken(jwt);
}

/** Signs in with an e-mail address or username and a password. Throws an ApiProblem. */
export const signIn = (identifier: string, password: string): Promise<void> => authenticate('signIn', { body: { identifier, password } });

let refreshing: Promise<void> | null = null;

/** Trades the refresh cookie for a new token; one tab at a time. Throws an ApiProblem, of status 401 when there is no session. */
export function refreshSession(): Promise<void> {
  const run = () => authenticate('refreshSession', {});
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  refreshing ??= Promise.resolve(locks ? locks.request('plimsoll-refresh', run) : run()).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/** A token that is good for a while yet; null without a session. Throws an ApiProblem when the server cannot be reached, or takes nothing from a page at this address. */
export async function freshToken(): Promise<string | null> {
  if (held && held.expiresAt - performance.now() > REFRESH_BEFORE_SECONDS * 1000) return held.token;
  try {
    await refreshSession();
  } catch (fault) {
    if (fault instanceof ApiProblem && fault.status !== 0 && fault.status < 500 && fault.className !== 'ForeignOrigin') return null;
    throw fault;
  }
  return held?.token ?? null;
}

/** Forgets the token on this page; the cookie and the session stay. */
export function dropToken(): void {
  held = null;
  changed();
}

/** Ends the session, here and on the server. Never fails: whoever wants out is out. */
export async function signOut(): Promise<void> {
  dropToken();
  lastSubject = null;
  await fetch(location.origin + addressOf('signOut'), { method: 'POST', credentials: 'same-origin' }).catch(() => undefined);
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
