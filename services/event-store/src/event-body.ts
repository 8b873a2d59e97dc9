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
 * The text that is stored and hashed: RFC 8785 (JSON Canonicalization Scheme), whose order of names is that of this template.
 * @param metadata the metadata's own text, which all events of a command share.
 * @throws when there is something in the data that JSON cannot say (NaN, a lone surrogate).
 */
export function bodyText(body: Omit<EventBody, 'metadata'>, metadata: string): string {
  return `{"data":${canonicalize(body.data)},"id":"${body.id}","metadata":${metadata},"schemaVersion":${body.schemaVersion},"type":${JSON.stringify(body.type)}}`;
}

/** RFC 8785. */
export const metadataText = (metadata: EventMetadata): string => canonicalize(metadata) as string;
