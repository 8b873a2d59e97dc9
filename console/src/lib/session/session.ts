import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { TokenClaims } from '@plimsoll/contracts/identity/requests';
import { noteServerTime } from './clock.ts';
import { preloadedOr } from '../api/preloaded-responses.ts';
import { addressOf, type Answer, type OperationInput } from '../api/operation.ts';
import { checkConnection } from '../offline/connection.ts';
import { paths } from '../url/paths.ts';
import { ApiProblem, problemOf } from '../api/problem.ts';
import { forgetWithPerson, isSigningOut, leaveFor } from './sign-out.ts';

/** The token is renewed when at most this many seconds remain (specification 1, section 9). */
const REFRESH_BEFORE_SECONDS = 25;

interface HeldToken {
  token: string;
  claims: TokenClaims;
  /** By this device's monotonic clock, counted from receipt: a wrong date on the device does no harm. */
  expiresAt: number;
}

/** Why the user has to sign in again: the session has ended, or the request requires a recent sign-in. */
export type SignInReason = 'ENDED' | 'LONG_AGO';

/** The token is held in memory only, never in storage or an address. */
let held: HeldToken | null = null;
let lastSubject: string | null = null;
let isAuditor = false;
let asking: { why: SignInReason; promise: Promise<boolean>; settle: (isSignedIn: boolean) => void } | null = null;
const listeners = new Set<() => void>();

const changed = () => listeners.forEach((listener) => listener());
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function decode(token: string, ago = 0): HeldToken {
  const payload = token.split('.')[1] ?? '';
  const json = new TextDecoder().decode(
    Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0)),
  );
  const claims = JSON.parse(json) as TokenClaims & { exp: number; iat: number };
  return { token, claims, expiresAt: performance.now() - ago + (claims.exp - claims.iat) * 1000 };
}

/**
 * Takes a token from a response: its body, or the Authorization header that replaces the current one.
 * @param ago milliseconds since it was received.
 */
export function holdToken(token: string, ago = 0): void {
  if (isSigningOut()) return;
  const next = decode(token.replace(/^Bearer /, ''), ago);
  // Another user has signed in, in another tab: this page still belongs to the previous one.
  if (lastSubject !== null && lastSubject !== next.claims.sub) return leaveFor(paths.home());
  held = next;
  lastSubject = next.claims.sub;
  isAuditor = next.claims.auditor !== undefined;
  changed();
}

forgetWithPerson(() => {
  held = null;
  lastSubject = null;
  asking = null;
  changed();
});

/** The claims of the current token; null while nobody is signed in. */
export const claimsNow = (): TokenClaims | null => held?.claims ?? null;

/**
 * The user's rights in an organization, as the token has them, as one text: empty without a membership, null without a
 * token, and where the token has no room for all organizations.
 */
export const useRightsIn = (organizationGuid: string): string | null =>
  useSyncExternalStore(subscribe, () => {
    if (!held) return null;
    const mine = held.claims.organizations.find((each) => each.organizationGuid === organizationGuid);
    if (mine) return `${mine.isAdmin} ${mine.permissions}`;
    return held.claims.hasMore ? null : '';
  });

/** Calls back whenever the token changes or is dropped. */
export const followSession = (listener: () => void): void => void subscribe(listener);

/** Makes a user whose key is stored on this device the user of this page, while offline. */
export function startAs(person: string): void {
  if (!isSigningOut()) lastSubject ??= person;
}

/**
 * Whether this page belongs to an auditor, also after the session has ended: they have a link and a passcode, and no
 * password.
 */
export const isAuditorHere = (): boolean => isAuditor;

/** The user of this page, also after the session has ended. */
export const lastSignedIn = (): string | null => lastSubject;

/** Sends a sign-in request and stores the token of the response; it has none if a second step is required. */
async function authenticate<Done extends { jwt: string | null } = Answer<'signIn'>>(
  id: 'signIn' | 'answerChallenge' | 'refreshSession' | 'endSso' | 'signInAsAuditor',
  { body }: { body?: unknown },
): Promise<Done> {
  const address = addressOf(id);
  const send = () =>
    fetch(location.origin + address, {
      method: 'POST',
      credentials: 'same-origin',
      headers: body ? { 'Content-Type': 'application/json' } : {},
      body: body ? JSON.stringify(body) : undefined,
    });
  const { response, askedAt, arrivedAt } = await preloadedOr(`POST ${address}`, send).catch(() => {
    checkConnection();
    throw new ApiProblem(0, null);
  });
  noteServerTime(response.headers.get('Date'), askedAt, arrivedAt);
  if (!response.ok) throw await problemOf(response);
  const answer: Done = await response.json();
  if (answer.jwt) holdToken(answer.jwt, Date.now() - arrivedAt);
  return answer;
}

/** Storage key of the user who signed in last in this browser; other tabs leave when it changes to another user. */
const PERSON = 'plimsoll-person';

/** The second factor to be provided after the password. */
export type Challenge = NonNullable<Answer<'signIn'>['challenge']>;

/**
 * Signs in with an e-mail address or username and a password. Returns the required second factor, or null when done.
 * Throws an ApiProblem.
 */
export const signIn = (identifier: string, password: string): Promise<Challenge | null> =>
  begin('signIn', { body: { identifier, password } });

/**
 * Signs in by the link that verifies an e-mail address; in another browser than the one that signed up, with the
 * password chosen there. Throws an ApiProblem.
 */
export const signInByLink = (emailVerificationToken: string, password?: string): Promise<Challenge | null> =>
  begin('signIn', { body: { emailVerificationToken, password } });

/** Signs in with the required second factor. Throws an ApiProblem. */
export const answerChallenge = (body: OperationInput<'answerChallenge'>['body']): Promise<unknown> =>
  begin('answerChallenge', { body });

/**
 * Completes a sign-in through an organization's identity provider, by the code in the address. Without a token in the
 * response it was a test of the provider. Throws an ApiProblem.
 */
export async function signInByProvider(code: string): Promise<Answer<'endSso'>> {
  const answer = await authenticate<Answer<'endSso'>>('endSso', { body: { code } });
  if (answer.jwt) tellOtherTabs(answer.jwt);
  return answer;
}

/** Signs in as an auditor, by the link and the passcode of a grant. Throws an ApiProblem. */
export async function signInAsAuditor(body: OperationInput<'signInAsAuditor'>['body']): Promise<void> {
  tellOtherTabs((await authenticate<Answer<'signInAsAuditor'>>('signInAsAuditor', { body })).jwt);
}

async function begin<Id extends 'signIn' | 'answerChallenge'>(
  id: Id,
  input: OperationInput<Id>,
): Promise<Challenge | null> {
  const { jwt, challenge } = await authenticate(id, input);
  if (!jwt) return challenge ?? null;
  tellOtherTabs(jwt);
  return null;
}

function tellOtherTabs(jwt: string): void {
  try {
    // Removed first, since other tabs receive an event only if the value changes.
    localStorage.removeItem(PERSON);
    localStorage.setItem(PERSON, decode(jwt).claims.sub);
  } catch {
    // Without storage, other tabs notice when they renew their token.
  }
}

/** Leaves this page when another user signs in, in another tab. Called once, at startup. */
export function followSignIn(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === PERSON && newValue && lastSubject !== null && lastSubject !== newValue) leaveFor(paths.home());
  });
}

/** Calls back when someone signs in in another tab of this browser, which signs in this one too. */
export function useSignInElsewhere(onSignedIn: () => void): void {
  const latest = useRef(onSignedIn);
  latest.current = onSignedIn;
  useEffect(() => {
    const onStorage = ({ key, newValue }: StorageEvent) => key === PERSON && newValue && latest.current();
    addEventListener('storage', onStorage);
    return () => removeEventListener('storage', onStorage);
  }, []);
}

let refreshing: Promise<void> | null = null;

/**
 * Exchanges the refresh cookie for a new token; one tab at a time. Throws an ApiProblem, with status 401 if there is no
 * session.
 */
export function refreshSession(): Promise<void> {
  const run = async () => void (await authenticate('refreshSession', {}));
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  refreshing ??= Promise.resolve(locks ? locks.request('plimsoll-refresh', run) : run()).finally(() => {
    refreshing = null;
  });
  return refreshing;
}

/**
 * Returns a token that is still valid for a while, renewing it if needed; null without a session. Never resolves during
 * a sign-out. Throws an ApiProblem if the server cannot be reached, or accepts nothing from a page at this address.
 */
export async function freshToken(): Promise<string | null> {
  if (isSigningOut()) return new Promise(() => {});
  if (held && held.expiresAt - performance.now() > REFRESH_BEFORE_SECONDS * 1000) return held.token;
  try {
    await refreshSession();
  } catch (error) {
    if (error instanceof ApiProblem && error.status !== 0 && error.status < 500 && error.className !== 'ForeignOrigin')
      return null;
    throw error;
  }
  return held?.token ?? null;
}

/**
 * The current token if it is still valid for a while; null otherwise. It is not renewed, so that background requests do
 * not keep a session alive.
 */
export const tokenInHand = (): string | null =>
  held && !isSigningOut() && held.expiresAt - performance.now() > 2 * REFRESH_BEFORE_SECONDS * 1000 ? held.token : null;

/** Drops this page's token; the cookie and the session stay. */
export function dropToken(): void {
  held = null;
  changed();
}

/**
 * Asks the user to sign in again in a dialog over the page; all callers share the result.
 * @returns whether the user did. For 'LONG_AGO' they may cancel.
 */
export function askToSignIn(why: SignInReason): Promise<boolean> {
  if (!asking) {
    let settle = (_: boolean) => {};
    const promise = new Promise<boolean>((resolve) => (settle = resolve));
    asking = { why, promise, settle };
    changed();
  } else if (why === 'ENDED' && asking.why !== why) {
    asking = { ...asking, why };
    changed();
  }
  return asking.promise;
}

/** Reports that the user has signed in again, or has cancelled. */
export function signedInAgain(isSignedIn = true): void {
  asking?.settle(isSignedIn);
  asking = null;
  changed();
}

/** Why the sign-in dialog is to be shown; null if it is not. */
export const useSignInReason = (): SignInReason | null => useSyncExternalStore(subscribe, () => asking?.why ?? null);
