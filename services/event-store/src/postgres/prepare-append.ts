import type { KeyObject } from 'node:crypto';
import { bodyText, eventId, metadataText } from '../port/event-body.ts';
import { InvalidEventError, type EventRegistry } from '../port/event-registry.ts';
import { streamName, type Append, type StreamId } from '../port/event-store.ts';
import { sealData, type Sealing } from '../crypto/sealing.ts';
import type { SubjectKeys } from '../crypto/subject-keys.ts';
import { claimsOf, type PreparedAppend } from './append-batch.ts';

/** A key created for this append and stored with it. */
export interface FreshKey {
  readonly subject: string;
  /** The stream that mentions the subject first; null for the stream's own text. */
  readonly stream: string | null;
  readonly key: KeyObject;
  readonly wrapped: Buffer;
}

const MAX_RECORDS = 32_767;
const HIGHEST_REVISION = 2 ** 31 - 1;
const GUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Normalizes a guid to lower case. Anything else must be rejected here: later it would fail the whole batch.
 * @throws InvalidEventError
 */
export function guidOf(text: string): string {
  const guid = text.toLowerCase();
  if (!GUID.test(guid)) throw new InvalidEventError(`Not a guid: ${text}`);
  return guid;
}

const KIND = /^[a-z][a-z0-9-]{0,39}$/;

/** Normalizes a stream id. @throws InvalidEventError */
export function streamOf({ kind, guid }: StreamId): StreamId {
  if (!KIND.test(kind)) throw new InvalidEventError(`Not a kind of stream: ${kind}`);
  return { kind, guid: guidOf(guid) };
}

function checkOf({ stream, expect, noReferencesAfter }: Append['checks'][number]): Append['checks'][number] {
  if (!Number.isInteger(expect) || expect < 0 || expect > HIGHEST_REVISION)
    throw new InvalidEventError(`Not a revision: ${expect}`);
  if (noReferencesAfter !== undefined && !(Number.isSafeInteger(noReferencesAfter) && noReferencesAfter >= 0))
    throw new InvalidEventError(`Not a position: ${noReferencesAfter}`);
  return { stream: streamOf(stream), expect, ...(noReferencesAfter !== undefined && { noReferencesAfter }) };
}

/** Returns the names that an append reserves, without duplicates; an answer `taken` indexes this list. */
export const reservedNames = (append: Append): string[] => [...new Set(append.reservations)];

/**
 * Prepares an append without the database: validates the events, seals personal fields, serializes. A subject whose key
 * is not cached counts as new and gets a fresh key; if that is wrong the append is refused (`keyExists`), so nothing is
 * ever written with a key other than the stored one.
 * @throws InvalidEventError if an event violates its contract, or the append contradicts itself.
 */
export function prepareAppend(
  append: Append,
  registry: EventRegistry,
  sealing: Sealing,
  keys: SubjectKeys,
): { prepared: PreparedAppend; fresh: FreshKey[] } {
  const tenant = guidOf(append.tenant);
  const commandId = guidOf(append.commandId);
  if (append.records.length === 0 || append.records.length > MAX_RECORDS)
    throw new InvalidEventError(`An append has 1 to ${MAX_RECORDS} events, not ${append.records.length}`);
  if (append.metadata.commandId.toLowerCase() !== commandId)
    throw new InvalidEventError('An append and its metadata name different commands');
  const checks = append.checks.map(checkOf);
  const checkIndexes = new Map(checks.map((check, index) => [streamName(check.stream), index]));
  if (checkIndexes.size < checks.length) throw new InvalidEventError('An append checks a stream twice');

  const metadata = metadataText(append.metadata);
  const fresh = new Map<string, FreshKey>();
  const records = append.records.map(({ stream: { kind, guid }, event, drawNumber }, index) => {
    const stream = { kind, guid: guid.toLowerCase() };
    const check = checkIndexes.get(streamName(stream));
    if (check === undefined) throw new InvalidEventError(`${event.type} is appended to a stream that is not checked`);
    const body = {
      id: eventId(commandId, index),
      type: event.type,
      schemaVersion: registry.schemaVersion(event.type),
      data: event.data,
      metadata: append.metadata,
    };
    registry.validate(body);
    const { data, sealed } = sealData(
      event.data,
      registry.personalFields(event.type),
      { tenant, stream },
      (subject, isOwnText) => {
        const known = keys.known(tenant, subject) ?? fresh.get(subject)?.key;
        if (known) return known;
        const made = { subject, stream: isOwnText ? null : stream.guid, ...sealing.freshKey({ tenant, subject }) };
        fresh.set(subject, made);
        return made.key;
      },
    );
    return {
      check,
      numbered: drawNumber === true,
      body: bodyText({ ...body, data, ...(sealed && { sealed }) }, metadata),
    };
  });

  const reserved = reservedNames(append);
  const prepared = {
    tenant,
    commandId,
    fingerprint: sealing.fingerprints.of(tenant, commandId, append.fingerprint),
    records,
    checks,
    reservations: reserved.map((name) => sealing.reservationKey(tenant, name)),
    releases: [...new Set(append.releases)]
      .filter((name) => !reserved.includes(name))
      .map((name) => sealing.reservationKey(tenant, name)),
    keys: [...fresh.values()],
  };
  return { prepared: { ...prepared, claims: claimsOf(prepared) }, fresh: prepared.keys };
}
