import type { EventMetadata } from '@plimsoll/contracts/kernel/domain-event';
import { canonicalText } from './canonical-text.ts';
import { nameBasedGuid } from './name-based-guid.ts';
import type { SealedNow, SealedTexts } from '../crypto/sealing.ts';

export interface EventBody {
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: unknown;
  readonly metadata: EventMetadata;
  /** In the log only, where personal fields were sealed. */
  readonly sealed?: SealedTexts;
}

/**
 * An event's id: the UUIDv5 (RFC 9562) of the event's index in the namespace of its command,
 * so that the same command gives the same ids again, however often it is sent.
 */
export const eventId = (commandId: string, index: number): string => nameBasedGuid(String(index), commandId);

/**
 * The text that is stored and hashed: RFC 8785 (JSON Canonicalization Scheme), whose order of names is that of this template.
 * @param metadata the metadata's own text, which all events of a command share.
 * @throws when there is something in the data that JSON cannot say (NaN, a lone surrogate).
 */
export function bodyText(
  body: Omit<EventBody, 'metadata' | 'sealed'> & { readonly sealed?: SealedNow },
  metadata: string,
): string {
  const sealed = body.sealed ? `"sealed":${sealedText(body.sealed)},` : '';
  return `{"data":${canonicalText(body.data)},"id":"${body.id}","metadata":${metadata},"schemaVersion":${body.schemaVersion},${sealed}"type":${JSON.stringify(body.type)}}`;
}

/** RFC 8785: subjects are guids, and what they were sealed to is base64, so that nothing in either is to be escaped. */
const sealedText = (sealed: SealedNow): string =>
  `{${[...sealed.keys()]
    .sort()
    .map((subject) => `"${subject}":"${sealed.get(subject)!}"`)
    .join()}}`;

/** RFC 8785, whose order of names is that of this template: sorting the names of what every command has takes four times as long. */
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
