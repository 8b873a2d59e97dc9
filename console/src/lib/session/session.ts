import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { TokenClaims } from '@plimsoll/contracts/identity/requests';
import { noteServerTime } from './clock.ts';
import { preloadedOr } from '../api/preloaded-responses.ts';
import { addressOf, type Answer, type Asked } from '../api/operation.ts';
import { paths } from '../url/paths.ts';
import { ApiProblem, problemOf } from '../api/problem.ts';
import { forgetWithPerson, isSigningOut, leaveFor } from './sign-out.ts';

/** The token is renewed when so many seconds or fewer remain (specification 1, section 9). */
const REFRESH_BEFORE_SECONDS = 25;

interface Held {
  token: string;
  claims: TokenClaims;
  /** On this device's own clock, counted from the moment of receipt: a wrong date on the device does no harm. */
  expiresAt: number;
}

/** Why somebody has to sign in again: the session is over, or what they want demands that they have done so a short while ago. */
export type WhyAsked = 'ENDED' | 'LONG_AGO';

/** The token lives here and nowhere else: no storage, no address ever holds it. */
let held: Held | null = null;
let lastSubject: string | null = null;
let isAuditor = false;
let asking: { why: WhyAsked; promise: Promise<boolean>; settle: (isSignedIn: boolean) => void } | null = null;
const listeners = new Set<() => void>();

const changed = () => listeners.forEach((listener) => listener());
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

function decode(token: string, ago = 0): Held {
  const payload = token.split('.')[1] ?? '';
  const json = new TextDecoder().decode(
    Uint8Array.from(atob(payload.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0)),
  );
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
  isAuditor = next.claims.auditor !== undefined;
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

/** What one may do in an organization, as the token has it, in one text: empty where one does not belong to it, null without a token. */
export const useRightsIn = (organizationGuid: string): string | null =>
  useSyncExternalStore(subscribe, () => {
    if (!held) return null;
    const mine = held.claims.organizations.find((each) => each.organizationGuid === organizationGuid);
    return mine ? `${mine.isAdmin} ${mine.permissions}` : '';
  });

/** Calls whenever somebody is signed in anew, or is not any more. */
export const followSession = (heard: () => void): void => void subscribe(heard);

/** Takes somebody whose key this device keeps for the person of this page, while no server can be asked. */
export function startAs(person: string): void {
  if (!isSigningOut()) lastSubject ??= person;
}

/** Whether this page is an auditor's, also after the session has ended: they have a link and a passcode, and no password. */
export const isAuditorHere = (): boolean => isAuditor;

/** Whose page this is, also after the session has ended. */
export const lastSignedIn = (): string | null => lastSubject;

/** Holds the token of the answer, unless a second step comes before it. */
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
    throw new ApiProblem(0, null);
  });
  noteServerTime(response.headers.get('Date'), askedAt, arrivedAt);
  if (!response.ok) throw await problemOf(response);
  const answer: Done = await response.json();
  if (answer.jwt) holdToken(answer.jwt, Date.now() - arrivedAt);
  return answer;
}

/** Says who signed in last in this browser: the tabs of anybody else are not theirs any more. */
const PERSON = 'plimsoll-person';

/** What is asked after the password of an account that has a second factor. */
export type Challenge = NonNullable<Answer<'signIn'>['challenge']>;

/** Signs in with an e-mail address or username and a password. Gives what is asked besides, null once it is done. Throws an ApiProblem. */
export const signIn = (identifier: string, password: string): Promise<Challenge | null> =>
  begin('signIn', { body: { identifier, password } });

/** Signs in by the link that verifies an address; where another browser signed up, with the password that was chosen there. Throws an ApiProblem. */
export const signInByLink = (emailVerificationToken: string, password?: string): Promise<Challenge | null> =>
  begin('signIn', { body: { emailVerificationToken, password } });

/** Signs in with the second factor that was asked for. Throws an ApiProblem. */
export const answerChallenge = (body: Asked<'answerChallenge'>['body']): Promise<unknown> =>
  begin('answerChallenge', { body });

/** Finishes a sign-in through an organization's provider, by the code that this browser came back with. Without a token it was a try, and only proved. Throws an ApiProblem. */
export async function signInByProvider(code: string): Promise<Answer<'endSso'>> {
  const answer = await authenticate<Answer<'endSso'>>('endSso', { body: { code } });
  if (answer.jwt) tellOtherTabs(answer.jwt);
  return answer;
}

/** Comes in as an auditor, by the link and the passcode of a grant. Throws an ApiProblem. */
export async function signInAsAuditor(body: Asked<'signInAsAuditor'>['body']): Promise<void> {
  tellOtherTabs((await authenticate<Answer<'signInAsAuditor'>>('signInAsAuditor', { body })).jwt);
}

async function begin<Id extends 'signIn' | 'answerChallenge'>(id: Id, asked: Asked<Id>): Promise<Challenge | null> {
  const { jwt, challenge } = await authenticate(id, asked);
  if (!jwt) return challenge ?? null;
  tellOtherTabs(jwt);
  return null;
}

function tellOtherTabs(jwt: string): void {
  try {
    // Also where it is the same person again: only a change is heard in other tabs.
    localStorage.removeItem(PERSON);
    localStorage.setItem(PERSON, decode(jwt).claims.sub);
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
  } catch (error) {
    if (error instanceof ApiProblem && error.status !== 0 && error.status < 500 && error.className !== 'ForeignOrigin')
      return null;
    throw error;
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

/**
 * Asks the person to sign in again, over the page; everyone who waits goes on when that is done.
 * @returns whether they did: whoever is asked because it was long ago may leave it.
 */
export function askToSignIn(why: WhyAsked): Promise<boolean> {
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

/** Says that the person has signed in again, or would rather not. */
export function signedInAgain(isSignedIn = true): void {
  asking?.settle(isSignedIn);
  asking = null;
  changed();
}

/** Why the sign-in dialog has to be shown; null while it has not. */
export const useAskedToSignIn = (): WhyAsked | null => useSyncExternalStore(subscribe, () => asking?.why ?? null);
