import type { EventMetadata } from '@plimsoll/contracts/kernel/domain-event';
import { canonicalText } from './canonical-text.ts';
import { nameBasedGuid } from './name-based-guid.ts';
import type { SealedNow, SealedTexts } from '../crypto/sealing.ts';

/** The JSON body of an event as the log stores it. */
export interface EventBody {
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
  readonly metadata: EventMetadata;
  /** Present in the log only, if personal fields were sealed. */
  readonly sealed?: SealedTexts;
}

/**
 * Derives an event's id: the UUIDv5 (RFC 9562) of the event's index in the namespace of its command. Repeating a
 * command gives the same ids.
 */
export const eventId = (commandId: string, index: number): string => nameBasedGuid(String(index), commandId);

/**
 * Serializes the text that is stored and hashed, by RFC 8785 (JSON Canonicalization Scheme); the template has its key
 * order.
 * @param metadata the serialized metadata, shared by all events of a command.
 * @throws if the data contains something that JSON cannot represent (NaN, a lone surrogate).
 */
export function bodyText(
  body: Omit<EventBody, 'metadata' | 'sealed'> & { readonly sealed?: SealedNow },
  metadata: string,
): string {
  const sealed = body.sealed ? `"sealed":${sealedText(body.sealed)},` : '';
  return `{"data":${canonicalText(body.data)},"id":"${body.id}","metadata":${metadata},"schemaVersion":${body.schemaVersion},${sealed}"type":${JSON.stringify(body.type)}}`;
}

/** By RFC 8785. Subjects are guids and ciphertexts are base64, so nothing needs escaping. */
const sealedText = (sealed: SealedNow): string =>
  `{${[...sealed.keys()]
    .sort()
    .map((subject) => `"${subject}":"${sealed.get(subject)!}"`)
    .join()}}`;

/**
 * Serializes metadata by RFC 8785; the template has its key order, since sorting the keys would take four times as
 * long.
 */
export function metadataText({
  actor,
  at,
  causationId,
  client,
  commandId,
  correlationId,
  onBehalfOf,
  traceparent,
}: EventMetadata): string {
  return (
    `{"actor":{"kind":${canonicalText(actor.kind)},"userGuid":${canonicalText(actor.userGuid)}},"at":${canonicalText(at)},"causationId":${canonicalText(causationId)},` +
    `"client":{"device":${canonicalText(client.device)},"product":${canonicalText(client.product)}},"commandId":${canonicalText(commandId)},` +
    `"correlationId":${canonicalText(correlationId)},"onBehalfOf":${canonicalText(onBehalfOf)},"traceparent":${canonicalText(traceparent)}}`
  );
}
