import type { Position } from '@plimsoll/event-store/port/event-store';

/** Enough of a tenant's guid to detect another tenant's token. */
const MARK_LENGTH = 8;

const markOf = (tenant: string): string => tenant.slice(-MARK_LENGTH).toLowerCase();

/** Encodes the token with which a query requests a command's effect. Opaque to clients. */
export const positionToken = (tenant: string, position: Position): string =>
  Buffer.from(`1.${markOf(tenant)}.${position.toString(36)}`).toString('base64url');

/** Decodes a token; null for one that no command has returned. */
function read(token: string): { readonly mark: string; readonly position: Position } | null {
  const parts = /^1\.([0-9a-f]{8})\.([0-9a-z]{1,11})$/.exec(Buffer.from(token, 'base64url').toString());
  const position = Number.parseInt(parts?.[2] ?? '', 36);
  return parts && Number.isSafeInteger(position) ? { mark: parts[1]!, position } : null;
}

export const isPositionToken = (token: string): boolean => read(token) !== null;

/** Decodes a token to a position in a tenant's log; null if it is malformed or another tenant's. */
export function positionOf(token: string, tenant: string): Position | null {
  const found = read(token);
  return found?.mark === markOf(tenant) ? found.position : null;
}
