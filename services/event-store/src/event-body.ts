import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { EventMetadata } from '@plimsoll/contracts/domain-event';

export interface EventBody {
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
  readonly metadata: EventMetadata;
}

/**
 * An event's id: the UUIDv5 (RFC 9562) of the event's index in the namespace of its command,
 * so that the same command gives the same ids again, however often it is sent.
 */
export function eventId(commandId: string, index: number): string {
  const name = Buffer.from(String(index)).toString('hex');
  const digest = hash('sha1', Buffer.from(commandId.replaceAll('-', '') + name, 'hex'), 'hex');
  const variant = '89ab'[parseInt(digest[16]!, 16) & 3]!;
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

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
