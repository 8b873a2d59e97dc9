import createClient from 'openapi-fetch';
import { useState } from 'react';
import type { paths } from '@plimsoll/contracts/http/openapi';
import { newGuid } from './ids.ts';
import { lastPosition, rememberPosition } from './positions.ts';
import { ApiProblem, problemOf } from './problem.ts';
import { askToSignIn, dropToken, freshToken, holdToken } from './session.ts';

async function send(request: Request, token: string | null): Promise<Response> {
  if (token) request.headers.set('Authorization', `Bearer ${token}`);
  const position = lastPosition(request.url);
  if (position && request.method === 'GET') request.headers.set('At-Least', position);
  const response = await fetch(request).catch((fault: unknown) => {
    if (fault instanceof DOMException && fault.name === 'AbortError') throw fault;
    throw new ApiProblem(0, null);
  });
  const replacement = response.headers.get('Authorization');
  if (replacement) holdToken(replacement);
  const reached = response.headers.get('Position');
  if (reached && request.method !== 'GET') rememberPosition(request.url, reached);
  return response;
}

/**
 * Sends with a token that is good, and once more when the server thinks otherwise: first with a renewed token, then
 * after the person has signed in again over the page. Nothing that was typed is lost, and no address changes.
 */
async function sessionFetch(request: Request): Promise<Response> {
  const again = request.clone();
  const atLast = request.clone();
  let token = await freshToken();
  let response = token ? await send(request, token) : null;
  if (response?.status === 401) {
    dropToken();
    token = await freshToken();
    response = token ? await send(again, token) : null;
  }
  if (!response || response.status === 401) {
    await askToSignIn();
    response = await send(atLast, await freshToken());
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}

/** The API's client, typed by its OpenAPI document. Whatever is not a success is thrown as an ApiProblem. */
export const api = createClient<paths>({ baseUrl: location.origin, fetch: sessionFetch });

/** The body of an answer: `await take(api.GET('/api/startup'))`. */
export async function take<Body>(call: Promise<{ data?: Body }>): Promise<Body> {
  return (await call).data as Body;
}

/** The headers of a command: the key that makes a double tap one command, and the revision it is meant for. */
export function commandHeaders(key: string, revision?: number): Record<string, string> {
  return { 'Idempotency-Key': key, ...(revision !== undefined && { 'If-Match': `"${revision}"` }) };
}

/** One key for each instance of a form. Renew it after the command has been accepted, when the form stays. */
export function useFormKey(): { key: string; renew: () => void } {
  const [key, setKey] = useState(() => newGuid());
  return { key, renew: () => setKey(newGuid()) };
}
