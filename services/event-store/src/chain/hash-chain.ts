import { createHash } from 'node:crypto';
import { streamName, type StreamId } from '../port/event-store.ts';

/** The fields of an event that its hash covers. */
export interface ChainedEvent {
  readonly position: number;
  readonly stream: StreamId;
  readonly revision: number;
  /** Microseconds since 1970, as the database recorded it. */
  readonly recordedAtMicros: number;
  readonly number: number | null;
  readonly body: string;
}

const sha256 = (...parts: (Buffer | string)[]): Buffer => {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return digest.digest();
};

/** The hash that precedes a tenant's first event. */
export const firstHash = (tenant: string): Buffer => sha256(tenant);

/** Hashes an event's columns: tenant, position, stream, revision, time, number. */
export const textDigest = (tenant: string, event: Omit<ChainedEvent, 'body'>): Buffer =>
  sha256(
    `${tenant}\n${event.position}\n${streamName(event.stream)}\n${event.revision}\n${event.recordedAtMicros}\n${event.number ?? ''}`,
  );

/** Hashes an event's body. */
export const bodyDigest = ({ body }: Pick<ChainedEvent, 'body'>): Buffer => sha256(body);

/**
 * Computes an event's hash as the append function does:
 * `sha256(previous ‖ sha256(utf8(tenant LF position LF kind:guid LF revision LF recordedAt in µs LF number or empty)) ‖
 * sha256(utf8(body)))`.
 * Columns and body have separate digests, so that a bundle can omit an event's content and the chain can still be
 * verified.
 */
export const chainHash = (previous: Buffer, tenant: string, event: ChainedEvent): Buffer =>
  sha256(previous, textDigest(tenant, event), bodyDigest(event));
