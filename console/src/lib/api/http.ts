import { sessionErrors } from '@plimsoll/contracts/errors/errors';
import { noteServerTime } from '../session/clock.ts';
import { preloadedOr } from './preloaded-responses.ts';
import { newGuid } from '../format/ids.ts';
import {
  addressOf,
  methodOf,
  type Answer,
  type Asked,
  type CommandId,
  type OperationId,
  type QueryId,
} from './operation.ts';
import { forgetPosition, lastPosition, rememberPosition } from './positions.ts';
import { ApiProblem, problemOf } from './problem.ts';
import { askToSignIn, dropToken, freshToken, holdToken, tokenInHand } from '../session/session.ts';
import { leftSignal } from '../session/sign-out.ts';

/** How a request goes out: by fetch, unless somebody wants to see how much of it has gone. */
export type Carry = (request: Request) => Promise<Response>;
const byFetch: Carry = (request) => fetch(request);

async function send(request: Request, token: string | null, carry = byFetch): Promise<Response> {
  if (token) request.headers.set('Authorization', `Bearer ${token}`);
  const isQuestion = request.method === 'GET';
  const position = isQuestion ? lastPosition(request.url) : undefined;
  const again = position ? request.clone() : null;
  if (position) request.headers.set('At-Least', position);
  const { pathname, search } = new URL(request.url);
  // Whoever has written something asks for what is there since.
  const early = position ? null : `${request.method} ${pathname}${search}`;
  const { response, askedAt, arrivedAt } = await preloadedOr(early, () => carry(request)).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiProblem(0, null);
  });
  if (isQuestion) request.signal.throwIfAborted();
  noteServerTime(response.headers.get('Date'), askedAt, arrivedAt);
  const replacement = response.headers.get('Authorization');
  if (replacement) holdToken(replacement);
  if (again && (await isBeyondHead(response))) {
    forgetPosition(request.url);
    return send(again, token);
  }
  const reached = response.headers.get('Position');
  if (reached && !isQuestion) rememberPosition(request.url, reached);
  return response;
}

/** Whether the log ends before the position that we have been told of: it was restored from an older copy since. */
async function isBeyondHead(response: Response): Promise<boolean> {
  if (response.status !== 400) return false;
  const { fieldErrors } = await problemOf(response.clone());
  return fieldErrors.some(({ field }) => field.toLowerCase() === 'at-least');
}

const overs: readonly string[] = sessionErrors;

/** Whether an answer says that the session is over. Any other 401 speaks of what was typed: a password, a code. */
const isOver = async (response: Response): Promise<boolean> =>
  response.status === 401 && overs.includes((await problemOf(response.clone())).className);

/**
 * Sends with a token that is good, and once more when the server thinks otherwise: first with a renewed token, then
 * after the person has signed in again over the page. Nothing that was typed is lost, and no address changes. What
 * demands that they have signed in a short while ago is sent again too, once they have.
 */
async function sessionFetch(
  made: () => Request,
  { carry, isUnasked }: Pick<Sending, 'carry' | 'isUnasked'>,
): Promise<Response> {
  let token = await freshToken();
  let response = token ? await send(made(), token, carry) : null;
  if (response && (await isOver(response))) {
    dropToken();
    token = await freshToken();
    response = token ? await send(made(), token, carry) : null;
  }
  if (!response || (await isOver(response))) {
    if (isUnasked) throw response ? await problemOf(response) : new ApiProblem(401, { className: 'NoToken' });
    await askToSignIn('ENDED');
    response = await send(made(), await freshToken(), carry);
  }
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (problem.className !== 'RecentSignInRequired' || !(await askToSignIn('LONG_AGO'))) throw problem;
  response = await send(made(), await freshToken(), carry);
  if (!response.ok) throw await problemOf(response);
  return response;
}

interface Sending {
  signal?: AbortSignal;
  /** Makes a double tap one command. */
  key?: string;
  /** The revision that a command is meant for. */
  revision?: number;
  carry?: Carry;
  /** Nobody waits for it at the screen: nobody is asked to sign in for it. */
  isUnasked?: boolean;
}

/** Where a command began, for whoever follows it through systems (W3C Trace Context): all tries of one are of one trace. */
const traceOf = (key: string): string => `00-${key.replaceAll('-', '')}-${newGuid().replaceAll('-', '').slice(16)}-01`;

function respond<Id extends OperationId>(
  id: Id,
  asked: Asked<Id>,
  { signal, key, revision, ...manners }: Sending,
): Promise<Response> {
  const headers = new Headers({
    // Of a form the browser says it itself, with the form's boundary.
    ...(asked.body !== undefined &&
      !(asked.body instanceof FormData) && {
        'Content-Type': asked.body instanceof Blob ? asked.body.type : 'application/json',
      }),
    ...(key && { 'Idempotency-Key': key, traceparent: traceOf(key) }),
    ...(revision !== undefined && { 'If-Match': `"${revision}"` }),
  });
  const body =
    asked.body === undefined
      ? undefined
      : asked.body instanceof Blob || asked.body instanceof FormData
        ? asked.body
        : JSON.stringify(asked.body);
  const address = location.origin + addressOf(id, asked);
  return sessionFetch(
    () =>
      new Request(address, {
        method: methodOf(id),
        headers,
        body,
        signal: signal ? AbortSignal.any([signal, leftSignal]) : leftSignal,
      }),
    manners,
  );
}

/** Asks the API for what a route does, and gives its answer. Whatever is not a success is thrown as an ApiProblem. */
export async function request<Id extends OperationId>(
  id: Id,
  asked: Asked<Id>,
  sending: Sending = {},
): Promise<Answer<Id>> {
  const response = await respond(id, asked, sending);
  const answer = response.status === 204 ? undefined : await response.json();
  return answer;
}

/** Asks for bytes, whatever they are. Whatever is not a success is thrown as an ApiProblem. */
export const requestBytes = async <Id extends OperationId>(
  id: Id,
  asked: Asked<Id>,
  sending: Sending = {},
): Promise<Blob> => (await respond(id, asked, sending)).blob();

/** Asks what is for everybody: nobody is asked to sign in for it, and no session is renewed. */
export async function requestOpenly<Id extends QueryId>(
  id: Id,
  asked: Asked<Id>,
  { signal }: Pick<Sending, 'signal'> = {},
): Promise<Answer<Id>> {
  const response = await send(new Request(location.origin + addressOf(id, asked), { signal }), null);
  if (!response.ok) throw await problemOf(response);
  return (await response.json()) as Answer<Id>;
}

/** Has done what is for everybody: whoever does it has no session, or needs none. Whatever is not a success is thrown as an ApiProblem. */
export async function sendOpenly<Id extends CommandId>(
  id: Id,
  asked: Asked<Id>,
  { asForm = false } = {},
): Promise<Answer<Id>> {
  const body =
    asked.body === undefined
      ? undefined
      : asForm
        ? new URLSearchParams(asked.body as Record<string, string>)
        : JSON.stringify(asked.body);
  // Of a form the browser says it itself.
  const response = await send(
    new Request(location.origin + addressOf(id, asked), {
      method: methodOf(id),
      headers: body && !asForm ? { 'Content-Type': 'application/json' } : {},
      body,
    }),
    null,
  );
  if (!response.ok) throw await problemOf(response);
  return (response.status === 204 ? undefined : await response.json()) as Answer<Id>;
}

/**
 * Asks what nobody at the screen has asked for: nobody is asked to sign in for it, and a session is renewed for it only
 * when somebody is there. Gives null without a token or an answer.
 */
export async function requestUnasked<Id extends QueryId>(
  id: Id,
  asked: Asked<Id>,
  { signal, isSomebodyThere }: { signal: AbortSignal; isSomebodyThere: boolean },
): Promise<Answer<Id> | null> {
  try {
    const token = isSomebodyThere ? await freshToken() : tokenInHand();
    if (!token) return null;
    const response = await send(
      new Request(location.origin + addressOf(id, asked), { signal: AbortSignal.any([signal, leftSignal]) }),
      token,
    );
    return response.ok ? ((await response.json()) as Answer<Id>) : null;
  } catch {
    return null;
  }
}
