import type { BrowserContext, Response } from '@playwright/test';
import { positionOf } from '@plimsoll/projections/runner/follow/position-token';

/** What the API has said of each write of this worker, in browsers or beside them: how far the log of its organization had got. */
const written: string[] = [];

/** Remembers what the answer to a command says of the log. */
export function rememberWrite(method: string, position: string | null | undefined): void {
  if (position && method !== 'GET') written.push(position);
}

/** The At-Least of who wants to see all that this worker has written to the organization that an address or a guid names. */
export function newestWrite(address: string): string | undefined {
  const tenants = address.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  const reached = (token: string) => Math.max(...tenants.map((tenant) => positionOf(token, tenant) ?? 0));
  return written.filter((token) => reached(token) > 0).sort((one, other) => reached(other) - reached(one))[0];
}

/** Remembers what a browser writes, until it is told to end. */
export function followWrites(context: BrowserContext): () => void {
  const listen = (response: Response) => rememberWrite(response.request().method(), response.headers()['position']);
  context.on('response', listen);
  return () => void context.off('response', listen);
}
