import type { BrowserContext, Response } from '@playwright/test';
import { positionOf } from '@plimsoll/projections/runner/follow/position-token';

/** Log positions that the API returned for writes of this worker, from browsers and direct calls. */
const written: string[] = [];

/** Records the log position in a command's response. */
export function rememberWrite(method: string, position: string | null | undefined): void {
  if (position && method !== 'GET') written.push(position);
}

/**
 * The At-Least header for reading everything that this worker has written to the organization in an address or guid.
 */
export function newestWrite(address: string): string | undefined {
  const tenants = address.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  const reached = (token: string) => Math.max(...tenants.map((tenant) => positionOf(token, tenant) ?? 0));
  return written.filter((token) => reached(token) > 0).sort((one, other) => reached(other) - reached(one))[0];
}

/** Records what a browser writes. Returns the function that stops it. */
export function followWrites(context: BrowserContext): () => void {
  const listen = (response: Response) => rememberWrite(response.request().method(), response.headers()['position']);
  context.on('response', listen);
  return () => void context.off('response', listen);
}
