import { createHash } from 'node:crypto';
import { streamName, type StreamId } from '../port/event-store.ts';

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

/** What the first event of a tenant is chained to. */
export const firstHash = (tenant: string): Buffer => sha256(tenant);

/** The digest of where and when an event stands. */
export const textDigest = (tenant: string, event: Omit<ChainedEvent, 'body'>): Buffer =>
  sha256(
    `${tenant}\n${event.position}\n${streamName(event.stream)}\n${event.revision}\n${event.recordedAtMicros}\n${event.number ?? ''}`,
  );

/** The digest of what it says. */
export const bodyDigest = ({ body }: Pick<ChainedEvent, 'body'>): Buffer => sha256(body);

/**
 * An event's hash, as the append function computes it:
 * `sha256(previous ‖ sha256(utf8(tenant LF position LF kind:guid LF revision LF recordedAt in µs LF number or empty)) ‖ sha256(utf8(body)))`.
 * Columns and body have digests of their own, so that an event can be left out of a bundle whole and the chain still be followed.
 */
export const chainHash = (previous: Buffer, tenant: string, event: ChainedEvent): Buffer =>
  sha256(previous, textDigest(tenant, event), bodyDigest(event));
