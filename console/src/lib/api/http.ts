import { sessionErrors } from '@plimsoll/contracts/errors/errors';
import { noteServerTime } from '../session/clock.ts';
import { preloadedOr } from './preloaded-responses.ts';
import { loadDecoderFor } from '../format/addresses.ts';
import { newGuid } from '../format/ids.ts';
import {
  addressOf,
  methodOf,
  type Answer,
  type OperationInput,
  type CommandId,
  type OperationId,
  type QueryId,
} from './operation.ts';
import { checkConnection } from '../offline/connection.ts';
import { forgetPosition, lastPosition, rememberPosition } from './positions.ts';
import { ApiProblem, problemOf } from './problem.ts';
import { askToSignIn, dropToken, freshToken, holdToken, tokenInHand } from '../session/session.ts';
import { leftSignal } from '../session/sign-out.ts';

/** How a request is sent: by fetch, or by a replacement that reports upload progress. */
export type SendRequest = (request: Request) => Promise<Response>;
const sendByFetch: SendRequest = (request) => fetch(request);

async function send(request: Request, token: string | null, sendRequest = sendByFetch): Promise<Response> {
  if (token) request.headers.set('Authorization', `Bearer ${token}`);
  const isQuery = request.method === 'GET';
  const position = isQuery ? lastPosition(request.url) : undefined;
  const again = position ? request.clone() : null;
  if (position) request.headers.set('At-Least', position);
  const { pathname, search } = new URL(request.url);
  // After a write, a preloaded response would be too old.
  const early = position ? null : `${request.method} ${pathname}${search}`;
  const { response, askedAt, arrivedAt } = await preloadedOr(early, () => sendRequest(request)).catch(
    (error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      checkConnection();
      throw new ApiProblem(0, null);
    },
  );
  if (isQuery) request.signal.throwIfAborted();
  noteServerTime(response.headers.get('Date'), askedAt, arrivedAt);
  const replacement = response.headers.get('Authorization');
  if (replacement) holdToken(replacement);
  if (again && (await isBeyondHead(response))) {
    forgetPosition(request.url);
    return send(again, token);
  }
  const reached = response.headers.get('Position');
  if (reached && !isQuery) rememberPosition(request.url, reached);
  return response;
}

/** Whether the log ends before the position we sent: it was restored from an older backup since. */
async function isBeyondHead(response: Response): Promise<boolean> {
  if (response.status !== 400) return false;
  const { fieldErrors } = await problemOf(response.clone());
  return fieldErrors.some(({ field }) => field.toLowerCase() === 'at-least');
}

const sessionEndedClasses: readonly string[] = sessionErrors;

/** Whether a response says that the session has ended. Any other 401 is about the input: a password, a code. */
const isSessionEnded = async (response: Response): Promise<boolean> =>
  response.status === 401 && sessionEndedClasses.includes((await problemOf(response.clone())).className);

/**
 * Sends with a valid token, and again when the server rejects it: first with a renewed token, then after the person has
 * signed in again in a dialog over the page. Nothing typed is lost, and the address does not change. A request that
 * requires a recent sign-in is also sent again after one.
 */
async function sessionFetch(
  createRequest: () => Request,
  { sendRequest, isBackground }: Pick<RequestSettings, 'sendRequest' | 'isBackground'>,
): Promise<Response> {
  let token = await freshToken();
  let response = token ? await send(createRequest(), token, sendRequest) : null;
  if (response && (await isSessionEnded(response))) {
    dropToken();
    token = await freshToken();
    response = token ? await send(createRequest(), token, sendRequest) : null;
  }
  if (!response || (await isSessionEnded(response))) {
    if (isBackground) throw response ? await problemOf(response) : new ApiProblem(401, { className: 'NoToken' });
    await askToSignIn('ENDED');
    response = await send(createRequest(), await freshToken(), sendRequest);
  }
  if (response.ok) return response;
  const problem = await problemOf(response);
  if (problem.className !== 'RecentSignInRequired' || !(await askToSignIn('LONG_AGO'))) throw problem;
  response = await send(createRequest(), await freshToken(), sendRequest);
  if (!response.ok) throw await problemOf(response);
  return response;
}

interface RequestSettings {
  signal?: AbortSignal;
  /** Idempotency key: makes a double tap one command. */
  key?: string;
  /** The revision that the command expects. */
  revision?: number;
  sendRequest?: SendRequest;
  /** The request runs in the background: nobody is asked to sign in for it. */
  isBackground?: boolean;
}

/** Trace header of a command (W3C Trace Context): all tries with one key share a trace. */
const traceOf = (key: string): string => `00-${key.replaceAll('-', '')}-${newGuid().replaceAll('-', '').slice(16)}-01`;

function respond<Id extends OperationId>(
  id: Id,
  input: OperationInput<Id>,
  { signal, key, revision, ...options }: RequestSettings,
): Promise<Response> {
  const headers = new Headers({
    // For FormData the browser sets the content type itself, with the boundary.
    ...(input.body !== undefined &&
      !(input.body instanceof FormData) && {
        'Content-Type': input.body instanceof Blob ? input.body.type : 'application/json',
      }),
    ...(key && { 'Idempotency-Key': key, traceparent: traceOf(key) }),
    ...(revision !== undefined && { 'If-Match': `"${revision}"` }),
  });
  const body =
    input.body === undefined
      ? undefined
      : input.body instanceof Blob || input.body instanceof FormData
        ? input.body
        : JSON.stringify(input.body);
  const address = location.origin + addressOf(id, input);
  return sessionFetch(
    () =>
      new Request(address, {
        method: methodOf(id),
        headers,
        body,
        signal: signal ? AbortSignal.any([signal, leftSignal]) : leftSignal,
      }),
    options,
  );
}

/** The body of a response, with what its texts need to be shown. */
async function answerOf<Id extends OperationId>(response: Response): Promise<Answer<Id>> {
  if (response.status === 204) return undefined as Answer<Id>;
  const text = await response.text();
  await loadDecoderFor(text);
  return JSON.parse(text) as Answer<Id>;
}

/**
 * Sends an operation's request and returns its response body. Throws an ApiProblem unless the response is a success.
 */
export async function request<Id extends OperationId>(
  id: Id,
  input: OperationInput<Id>,
  settings: RequestSettings = {},
): Promise<Answer<Id>> {
  return answerOf(await respond(id, input, settings));
}

/** Sends an operation's request and returns the raw bytes. Throws an ApiProblem unless the response is a success. */
export const requestBytes = async <Id extends OperationId>(
  id: Id,
  input: OperationInput<Id>,
  settings: RequestSettings = {},
): Promise<Blob> => (await respond(id, input, settings)).blob();

/** The header of a link that opens one thing to anyone who holds it. */
const linkHeader = (linkToken: string | undefined): Record<string, string> =>
  linkToken === undefined ? {} : { 'Link-Token': linkToken };

/**
 * Sends a public query: without a token, without a sign-in dialog and without renewing a session.
 * @param linkToken the text after the # of a link
 */
export async function requestPublic<Id extends QueryId>(
  id: Id,
  input: OperationInput<Id>,
  { signal, linkToken }: Pick<RequestSettings, 'signal'> & { readonly linkToken?: string } = {},
): Promise<Answer<Id>> {
  const response = await send(
    new Request(location.origin + addressOf(id, input), { signal, headers: linkHeader(linkToken) }),
    null,
  );
  if (!response.ok) throw await problemOf(response);
  return answerOf(response);
}

/**
 * Sends a public command: the caller has no session, or needs none. Throws an ApiProblem unless the response is a
 * success.
 */
export async function sendPublic<Id extends CommandId>(
  id: Id,
  input: OperationInput<Id>,
  { asForm = false, linkToken }: { readonly asForm?: boolean; readonly linkToken?: string } = {},
): Promise<Answer<Id>> {
  const body =
    input.body === undefined
      ? undefined
      : asForm
        ? new URLSearchParams(input.body as Record<string, string>)
        : JSON.stringify(input.body);
  // For a form the browser sets the content type itself.
  const response = await send(
    new Request(location.origin + addressOf(id, input), {
      method: methodOf(id),
      headers: { ...(body && !asForm && { 'Content-Type': 'application/json' }), ...linkHeader(linkToken) },
      body,
    }),
    null,
  );
  if (!response.ok) throw await problemOf(response);
  return answerOf(response);
}

/**
 * Sends a background query that no user action asked for. Nobody is asked to sign in, and the session is renewed only
 * if the user is active. Returns null without a token or a successful response.
 */
export async function requestInBackground<Id extends QueryId>(
  id: Id,
  input: OperationInput<Id>,
  { signal, isUserActive }: { signal: AbortSignal; isUserActive: boolean },
): Promise<Answer<Id> | null> {
  try {
    const token = isUserActive ? await freshToken() : tokenInHand();
    if (!token) return null;
    const response = await send(
      new Request(location.origin + addressOf(id, input), { signal: AbortSignal.any([signal, leftSignal]) }),
      token,
    );
    return response.ok ? await answerOf<Id>(response) : null;
  } catch {
    return null;
  }
}
