import canonicalize from 'canonicalize';
import { v5 as uuidv5 } from 'uuid';
import type { EventMetadata } from '@plimsoll/contracts/domain-event';

export interface EventBody {
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
  readonly metadata: EventMetadata;
}

/** An event's id: the same command gives the same ids again, however often it is sent. */
export const eventId = (commandId: string, index: number): string => uuidv5(String(index), commandId);

/**
 * The text that is stored and hashed: RFC 8785 (JSON Canonicalization Scheme).
 * @throws when there is something in it that JSON cannot say (NaN, a lone surrogate).
 */
export function bodyText(body: EventBody): string {
  return canonicalize({ data: body.data, id: body.id, metadata: body.metadata, schemaVersion: body.schemaVersion, type: body.type }) as string;
}
