import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { EventMetadata } from '@plimsoll/contracts/domain-event';
import { writeGuid } from './guid-bytes.ts';
import type { SealedTexts } from './sealing.ts';

export interface EventBody {
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
  readonly metadata: EventMetadata;
  /** In the log only, where personal fields were sealed. */
  readonly sealed?: SealedTexts;
}

const GUID_BYTES = 16;
/** A command's bytes and, after them, the index in digits. */
const named = Buffer.alloc(GUID_BYTES + 8);

/**
 * An event's id: the UUIDv5 (RFC 9562) of the event's index in the namespace of its command,
 * so that the same command gives the same ids again, however often it is sent.
 */
export function eventId(commandId: string, index: number): string {
  writeGuid(commandId, named, 0);
  const digest = hash('sha1', named.subarray(0, GUID_BYTES + named.write(String(index), GUID_BYTES, 'latin1')), 'hex');
  const variant = '89ab'[parseInt(digest[16]!, 16) & 3]!;
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-5${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 32)}`;
}

/**
 * The text that is stored and hashed: RFC 8785 (JSON Canonicalization Scheme), whose order of names is that of this template.
 * @param metadata the metadata's own text, which all events of a command share.
 * @throws when there is something in the data that JSON cannot say (NaN, a lone surrogate).
 */
export function bodyText(body: Omit<EventBody, 'metadata'>, metadata: string): string {
  const sealed = body.sealed ? `"sealed":${canonicalize(body.sealed)},` : '';
  return `{"data":${canonicalize(body.data)},"id":"${body.id}","metadata":${metadata},"schemaVersion":${body.schemaVersion},${sealed}"type":${JSON.stringify(body.type)}}`;
}

/** RFC 8785, whose order of names is that of this template: every command has one, and sorting its names each time costs four times as much. */
export function metadataText({ actor, at, causationId, client, commandId, correlationId, onBehalfOf, traceparent }: EventMetadata): string {
  return (
    `{"actor":{"kind":${canonicalize(actor.kind)},"userGuid":${canonicalize(actor.userGuid)}},"at":${canonicalize(at)},"causationId":${canonicalize(causationId)},` +
    `"client":{"device":${canonicalize(client.device)},"product":${canonicalize(client.product)}},"commandId":${canonicalize(commandId)},` +
    `"correlationId":${canonicalize(correlationId)},"onBehalfOf":${canonicalize(onBehalfOf)},"traceparent":${canonicalize(traceparent)}}`
  );
}
