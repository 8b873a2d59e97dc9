import { createPublicKey, type KeyObject } from 'node:crypto';
import { canonicalText } from '@plimsoll/event-store/port/canonical-text';
import { keyIdOf, signCheckpoint, type StoredCheckpoint } from '@plimsoll/event-store/chain/checkpoint';
import type { EventBody } from '@plimsoll/event-store/port/event-body';
import { streamName } from '@plimsoll/event-store/port/event-store';
import { bodyDigest, chainHash, firstHash, textDigest } from '@plimsoll/event-store/chain/hash-chain';
import { opens, sealedSubjects } from '@plimsoll/event-store/crypto/sealing';
import type { StoredEvent } from '@plimsoll/event-store/postgres/stored-event';
import type { BundledPersonalData } from '@plimsoll/contracts/audit/bundle-events';

/** The part of an organization's log that a bundle contains, and its options. */
export interface BundleRange {
  readonly tenant: string;
  readonly firstPosition: number;
  readonly lastPosition: number;
  readonly personalData: BundledPersonalData;
  readonly includeSensitive: boolean;
  /** Grant of the auditor who requested it; null for a member. */
  readonly grantGuid?: string | null;
}

/** Data sources of a bundle. */
export interface BundleSource {
  readonly organizationName: string;
  /** Stored events after a position, in order. */
  page(after: number, limit: number): Promise<readonly StoredEvent[]>;
  keysOf(subjects: Iterable<string>): Promise<ReadonlyMap<string, KeyObject | null>>;
  readonly checkpoints: readonly StoredCheckpoint[];
  readonly signingKey: KeyObject;
  readonly formerKeys: readonly KeyObject[];
  form(formGuid: string, version: number): Promise<unknown>;
  /** Bytes of a file; null where they were destroyed. */
  file(fileGuid: string, size: number): Promise<AsyncIterable<Uint8Array> | null>;
  readonly made: Date;
  /** Incidents that an auditor's grant opens: only these are included; undefined for a member. */
  readonly opened?: ReadonlySet<string> | undefined;
  readonly verifier: string;
}

/** Error: the log was altered; no part of it is signed. */
export class NotAsWritten extends Error {
  override readonly name = 'NotAsWritten';
  constructor(readonly position: number) {
    super(`The log is not as it was written at position ${position}`);
  }
}

/** Events per page. Twice as many take a third more memory; half as many would make the key cache evict keys in use. */
const PAGE = 1_000;
const GUIDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const line = (value: unknown): string => `${canonicalText(value)}\n`;

const publicOf = (key: KeyObject): KeyObject => (key.type === 'private' ? createPublicKey(key) : key);
/** The 32 raw bytes of a public Ed25519 key. */
export const publicKeyBytes = (key: KeyObject): Buffer =>
  Buffer.from(publicOf(key).export({ format: 'jwk' }).x!, 'base64url');

/** Result of the first pass over the log, needed by the second. */
export interface Survey {
  readonly previousHash: string;
  readonly headHash: string;
  /** Streams of which only positions and digests are included. */
  readonly excluded: ReadonlySet<string>;
}

/**
 * First pass: verifies the chain from the beginning to the last position, and finds the streams to exclude, which are
 * sensitive incidents and everything that names one of them. Whole records at a time. @throws NotAsWritten.
 */
export async function survey(
  { tenant, firstPosition, lastPosition, includeSensitive }: BundleRange,
  { page, opened }: Pick<BundleSource, 'page' | 'opened'>,
): Promise<Survey> {
  const sensitive = new Set<string>();
  const excluded = new Set<string>();
  let previous = firstHash(tenant);
  let [previousHash, position] = [previous.toString('hex'), 0];
  while (position < lastPosition) {
    const events = await page(position, Math.min(PAGE, lastPosition - position));
    if (events.length === 0) throw new NotAsWritten(position + 1);
    for (const event of events) {
      if (event.position !== position + 1) throw new NotAsWritten(position + 1);
      previous = chainHash(previous, tenant, event);
      if (previous.toString('hex') !== event.hash) throw new NotAsWritten(event.position);
      position = event.position;
      if (position === firstPosition - 1) previousHash = event.hash;
      if (opened && !(event.stream.kind === 'incident' && opened.has(event.stream.guid)))
        excluded.add(streamName(event.stream));
      if (!includeSensitive) exclude(event, sensitive, excluded);
    }
  }
  return { previousHash, headHash: previous.toString('hex'), excluded };
}

function exclude({ stream, body }: StoredEvent, sensitive: Set<string>, excluded: Set<string>): void {
  if (stream.kind === 'incident' && body.includes('"type":"IncidentReported"') && isOfSensitiveForm(body))
    sensitive.add(stream.guid);
  if (sensitive.has(stream.guid) || (sensitive.size > 0 && body.match(GUIDS)?.some((guid) => sensitive.has(guid))))
    excluded.add(streamName(stream));
}

const isOfSensitiveForm = (body: string): boolean =>
  (JSON.parse(body) as { data: { form?: { isSensitive?: boolean } } }).data.form?.isSensitive === true;

/** Facts about a bundle that are known once its events are written. */
export interface WrittenFacts {
  readonly events: number;
  readonly redacted: number;
  /** Keys in base64, by subject; empty where they were not requested. */
  readonly keys: ReadonlyMap<string, string>;
  /** Versions of forms that the incidents use. */
  readonly forms: ReadonlyMap<string, { readonly formGuid: string; readonly version: number }>;
  /** Existing files, by the digest of their bytes. */
  readonly files: ReadonlyMap<string, { readonly fileGuid: string; readonly size: number }>;
}

/** Second pass: the lines of `events.ndjson`, page by page. Returns the facts collected on the way. */
export async function* eventLines(
  range: BundleRange,
  source: BundleSource,
  { excluded }: Survey,
  progress: (position: number) => void | Promise<void>,
): AsyncGenerator<string, WrittenFacts> {
  const { tenant, firstPosition, lastPosition, personalData } = range;
  const keys = new Map<string, string>();
  const forms: Map<string, { formGuid: string; version: number }> = new Map();
  const files = new Map<string, { fileGuid: string; size: number }>();
  let [position, redacted] = [firstPosition - 1, 0];
  while (position < lastPosition) {
    const events = await source.page(position, Math.min(PAGE, lastPosition - position));
    if (events.length === 0) throw new NotAsWritten(position + 1);
    const included = events.filter(({ stream }) => !excluded.has(streamName(stream)));
    if (personalData === 'WITH_KEYS') await addKeys(tenant, included, source, keys);
    for (const { stream, body } of included)
      if (stream.kind === 'incident' || stream.kind === 'task') noteEnclosed(body, forms, files);
    yield events
      .map((event) => (excluded.has(streamName(event.stream)) ? leftLine(tenant, event) : givenLine(event)))
      .join('');
    redacted += events.length - included.length;
    position = events.at(-1)!.position;
    await progress(position);
  }
  return {
    events: lastPosition - firstPosition + 1,
    redacted,
    keys,
    forms,
    files: personalData === 'WITH_KEYS' ? files : new Map(),
  };
}

const givenLine = ({ position, stream, revision, recordedAtMicros, number, hash, body }: StoredEvent): string =>
  line({ position, stream: streamName(stream), revision, recordedAt: recordedAtMicros, number, hash, body });

const leftLine = (tenant: string, event: StoredEvent): string =>
  line({
    position: event.position,
    textSha256: textDigest(tenant, event).toString('hex'),
    bodySha256: bodyDigest(event).toString('hex'),
    hash: event.hash,
  });

/** Adds each subject's key, if it opens something included: data sealed before an erasure cannot be opened any more. */
async function addKeys(
  tenant: string,
  events: readonly StoredEvent[],
  { keysOf }: BundleSource,
  into: Map<string, string>,
): Promise<void> {
  const wanted = new Set<string>();
  for (const { body } of events) sealedSubjects(body, wanted);
  for (const subject of into.keys()) wanted.delete(subject);
  if (wanted.size === 0) return;
  const known = await keysOf(wanted);
  for (const { body } of events) {
    if (!body.includes('"sealed":')) continue;
    for (const [subject, sealed] of Object.entries((JSON.parse(body) as EventBody).sealed ?? {})) {
      const key = into.has(subject) ? null : known.get(subject);
      if (key && opens(key, { tenant, subject }, sealed)) into.set(subject, key.export().toString('base64'));
    }
  }
}

interface Enclosing {
  readonly form?: { readonly formGuid: string; readonly version: number };
  readonly fileGuid?: string;
  readonly size?: number;
  readonly sha256?: string;
}

function noteEnclosed(
  body: string,
  forms: Map<string, { formGuid: string; version: number }>,
  files: Map<string, { fileGuid: string; size: number }>,
): void {
  const isReport = body.includes('"type":"IncidentReported"');
  if (!isReport && !body.includes('"type":"AttachmentAdded"')) return;
  const { data } = JSON.parse(body) as { readonly data: Enclosing };
  if (isReport && data.form)
    forms.set(`${data.form.formGuid}.v${data.form.version}`, {
      formGuid: data.form.formGuid,
      version: data.form.version,
    });
  if (!isReport && data.fileGuid && data.sha256 && data.size)
    files.set(data.sha256, { fileGuid: data.fileGuid, size: data.size });
}

/**
 * The lines of `checkpoints.ndjson`: stored checkpoints in the range, and a final one by the key that signs the bundle.
 */
export function checkpointLines(
  { tenant, firstPosition, lastPosition }: BundleRange,
  { checkpoints, signingKey, formerKeys, made }: BundleSource,
  headHash: string,
): string {
  const known = new Set([signingKey, ...formerKeys].map((key) => keyIdOf(publicOf(key))));
  const last = signCheckpoint({ tenant, position: lastPosition, hash: headHash, time: made.toISOString() }, signingKey);
  const inRange = checkpoints
    .filter(({ position, keyId }) => position >= firstPosition && position <= lastPosition && known.has(keyId))
    .map(({ place: _, ...checkpoint }) => checkpoint);
  return [...inRange, last].map(line).join('');
}

/** The lines of `keys.ndjson`, by subject; in pages, since there may be a key for each incident. */
export function* keyLines(keys: WrittenFacts['keys']): Generator<string> {
  const subjects = [...keys.keys()].sort();
  for (let at = 0; at < subjects.length; at += PAGE)
    yield subjects
      .slice(at, at + PAGE)
      .map((subject) => line({ subject, key: keys.get(subject)! }))
      .join('');
}
