import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomFillSync,
  type KeyObject,
} from 'node:crypto';
import { STREAM, type PersonKind } from '@plimsoll/contracts/kernel/domain-event';
import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { StreamId } from '../port/event-store.ts';
import type { FieldPlan } from './personal-fields.ts';
import { Fingerprints } from './fingerprints.ts';
import { personSubject, textSubject } from './subjects.ts';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const MARK_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const TAG_LENGTH = { authTagLength: TAG_BYTES };
/** Marks a text that was sealed together with its subject's other values: subject, index in their list. */
const SEALED_TEXT = 'sealed:1:';
/** Marks a sealed value that is no text; without the key it reads as null. */
const SEALED_VALUE = 'sealed:2:';
/** Escapes a plain text that would otherwise look like a sealed one. */
const PLAIN = 'sealed:0:';
const RESERVED_PREFIX = 'sealed:';
const QUOTED_PREFIX = `"${RESERVED_PREFIX}`;
const GUID_LENGTH = 36;
const NAMED_SUBJECT = /^[12]:([0-9a-f-]{36}):$/;

/** The sealed personal fields of an event as the log stores them: one ciphertext per subject. */
export type SealedTexts = Readonly<Record<string, string>>;

/**
 * Sealed fields before they are written. A Map, since V8 would create a hidden class for each object with its own keys.
 */
export type SealedNow = ReadonlyMap<string, string>;

/** SEALING_KEY is malformed, or another one wrapped the key. */
export class SealingKeyError extends Error {
  override readonly name = 'SealingKeyError';
}

/** Binds a key and every sealed value to a tenant and a subject (`subjectOf`). */
export interface KeyName {
  readonly tenant: string;
  readonly subject: string;
}

/**
 * Performs every operation that uses SEALING_KEY: wraps subjects' keys, and keys the hashes of reservations and
 * requests. Subjects' keys seal personal fields with AES-256-GCM.
 */
export class Sealing {
  readonly #master: KeyObject;
  readonly #reservations: KeyObject;
  readonly fingerprints: Fingerprints;
  /**
   * Identifies the SEALING_KEY of an installation: 16 bytes of HKDF-SHA-256 (no salt, info `plimsoll mark`), in hex.
   */
  readonly mark: string;

  /** @param sealingKey 32 bytes. */
  constructor(sealingKey: Uint8Array) {
    if (sealingKey.length !== KEY_BYTES)
      throw new SealingKeyError(`SEALING_KEY has ${sealingKey.length} bytes; it needs ${KEY_BYTES}`);
    this.#master = createSecretKey(sealingKey);
    this.#reservations = createSecretKey(
      Buffer.from(hkdfSync('sha256', this.#master, '', 'plimsoll reservations', KEY_BYTES)),
    );
    this.fingerprints = new Fingerprints(sealingKey);
    this.mark = Buffer.from(hkdfSync('sha256', this.#master, '', 'plimsoll mark', MARK_BYTES)).toString('hex');
  }

  /** Creates a subject's key, and its wrapped form to store. */
  freshKey(of: KeyName): { key: KeyObject; wrapped: Buffer } {
    const key = drawBytes(KEY_BYTES);
    return { key: createSecretKey(key), wrapped: encrypt(this.#master, of, key) };
  }

  /**
   * Unwraps a stored key. @throws SealingKeyError if another SEALING_KEY wrapped it: a configuration error, not an
   * erasure.
   */
  unwrap(of: KeyName, wrapped: Uint8Array): KeyObject {
    try {
      return createSecretKey(decrypt(this.#master, boundTo(of), wrapped));
    } catch (cause) {
      throw new SealingKeyError(`SEALING_KEY does not open the key of ${of.subject}`, { cause });
    }
  }

  /** Returns the stored form of a reservation: comparable, but not readable. */
  reservationKey(tenant: string, name: string): string {
    return createHmac('sha256', this.#reservations).update(`${tenant}\n${name}`).digest('base64url');
  }
}

/**
 * Represents a key that was destroyed permanently. Nothing is sealed with it any more, and its data must not be stored
 * in plain.
 */
export const DESTROYED = 'DESTROYED';

/** The tenant and stream that an event is written for. */
export interface SealedFor {
  readonly tenant: string;
  readonly stream: StreamId;
}

/**
 * Returns a copy of an event's data with the planned fields sealed, and the ciphertexts. All fields of a subject are
 * sealed together, since initializing a cipher costs more than encrypting them. Empty and absent fields stay as they
 * are.
 * @param keyOf returns a subject's key; it receives whether the subject is the stream's own text. Data of a destroyed
 *   key is omitted and reads as erased.
 */
export function sealData(
  data: unknown,
  plan: FieldPlan | undefined,
  where: SealedFor,
  keyOf: (subject: string, isOwnText: boolean) => KeyObject | typeof DESTROYED,
): { data: unknown; sealed?: SealedNow } {
  const valuesBySubject = new Map<string, unknown[]>();
  let ownText: string | undefined;
  const walk = (value: unknown, at: FieldPlan | undefined, siblings: Record<string, unknown>): unknown => {
    if (value === null || value === undefined || value === '') return value;
    if (at?.personal) {
      const subject =
        namedSubject(at.personal, siblings, where) ?? (ownText ??= textSubject(where.tenant, where.stream));
      const values = valuesBySubject.get(subject) ?? [];
      if (values.push(value) === 1) valuesBySubject.set(subject, values);
      return `${at.isFreeText && typeof value === 'string' ? SEALED_TEXT : SEALED_VALUE}${subject}:${values.length - 1}`;
    }
    if (typeof value === 'string') return value.startsWith(RESERVED_PREFIX) ? PLAIN + value : value;
    if (Array.isArray(value)) return value.map((item) => walk(item, at?.items, siblings));
    if (typeof value !== 'object') return value;
    const members = value as Record<string, unknown>;
    const inner = at?.properties ? members : siblings;
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(members))
      put(copy, name, walk(members[name], at?.properties?.get(name) ?? at?.others, inner));
    return copy;
  };
  const copy = walk(data, plan, {});
  let sealed: Map<string, string> | undefined;
  for (const [subject, values] of valuesBySubject) {
    const key = keyOf(subject, subject === ownText);
    if (key === DESTROYED) continue;
    sealed ??= new Map();
    sealed.set(subject, encrypt(key, { tenant: where.tenant, subject }, JSON.stringify(values)).toString('base64'));
  }
  return sealed ? { data: copy, sealed } : { data: copy };
}

/**
 * Decrypts everything sealed in stored data. Changes objects and lists in place, so they must be the caller's own.
 * @param sealed the ciphertexts stored with the data.
 * @param keyOf returns null for a destroyed key: its texts then read as ERASED and its other values as null. Values
 *   whose key was destroyed and replaced read the same: the old key is gone, and the hash chain proves that the values
 *   were not altered.
 */
export function unsealData(
  data: unknown,
  sealed: SealedTexts | undefined,
  tenant: string,
  keyOf: (subject: string) => KeyObject | null,
): unknown {
  const openedBySubject = new Map<string, readonly unknown[] | null>();
  const open = (subject: string): readonly unknown[] | null => {
    const text = sealed?.[subject];
    const key = text === undefined ? null : keyOf(subject);
    if (!key) return null;
    try {
      return JSON.parse(
        decrypt(key, boundTo({ tenant, subject }), decoded(text!)).toString('utf8'),
      ) as readonly unknown[];
    } catch {
      return null;
    }
  };
  const read = (text: string): unknown => {
    if (text.startsWith(PLAIN)) return text.slice(PLAIN.length);
    const isText = text.startsWith(SEALED_TEXT);
    if (!isText && !text.startsWith(SEALED_VALUE)) return text;
    const subject = text.slice(SEALED_TEXT.length, SEALED_TEXT.length + GUID_LENGTH);
    let values = openedBySubject.get(subject);
    if (values === undefined) openedBySubject.set(subject, (values = open(subject)));
    return values?.[Number(text.slice(SEALED_TEXT.length + GUID_LENGTH + 1))] ?? (isText ? ERASED : null);
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return value.startsWith(RESERVED_PREFIX) ? read(value) : value;
    if (value === null || typeof value !== 'object') return value;
    const members = value as Record<string, unknown>;
    for (const name of Object.keys(members)) {
      const member = members[name];
      const opened = walk(member);
      if (opened !== member) put(members, name, opened);
    }
    return value;
  };
  return walk(data);
}

/** Whether a key opens a ciphertext that was sealed for a subject. */
export function opens(key: KeyObject, of: KeyName, sealed: string): boolean {
  try {
    decrypt(key, boundTo(of), decoded(sealed));
    return true;
  } catch {
    return false;
  }
}

/** Adds the subjects whose keys are needed to read a body. */
export function sealedSubjects(body: string, into: Set<string>): void {
  let last = '';
  for (let at = body.indexOf(QUOTED_PREFIX); at >= 0; at = body.indexOf(QUOTED_PREFIX, at)) {
    at += QUOTED_PREFIX.length;
    const found = body.slice(at, at + 2 + GUID_LENGTH + 1);
    if (found === last) continue;
    last = found;
    const subject = NAMED_SUBJECT.exec(found)?.[1];
    if (subject !== undefined) into.add(subject);
  }
}

/** Whether a body contains anything that `unsealData` would change. */
export const mentionsSealed = (body: string): boolean => body.includes(QUOTED_PREFIX);

/** Reused buffer: its content is overwritten by the next value. */
const DECODED = Buffer.alloc(16_384);

const decoded = (base64: string): Buffer =>
  base64.length > DECODED.length ? Buffer.from(base64, 'base64') : DECODED.subarray(0, DECODED.write(base64, 'base64'));

/** Returns the first named sibling that is filled; otherwise the subject of the stream's own text. */
function namedSubject(
  marks: readonly string[],
  siblings: Record<string, unknown>,
  { tenant, stream }: SealedFor,
): string | undefined {
  for (const mark of marks) {
    if (mark === STREAM) break;
    const end = mark.indexOf(':');
    const guid = siblings[mark.slice(end + 1)];
    if (typeof guid !== 'string' || guid === '') continue;
    const kind = mark.slice(0, end);
    return kind === 'incident' || kind === 'attachment'
      ? textSubject(tenant, { kind, guid })
      : personSubject(tenant, kind as PersonKind, stream.guid, guid);
  }
  return undefined;
}

/** Sets a property. `__proto__` is an ordinary name in JSON, and must not set a prototype. */
function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

const drawn = Buffer.alloc(4_096);
let nextDrawn = drawn.length;

/**
 * Returns random bytes from a pool: drawn one by one they cost half as much as sealing. Bytes handed out are wiped
 * here.
 */
function drawBytes(count: number): Buffer {
  if (nextDrawn + count > drawn.length) {
    randomFillSync(drawn);
    nextDrawn = 0;
  }
  const bytes = Buffer.from(drawn.subarray(nextDrawn, nextDrawn + count));
  drawn.fill(0, nextDrawn, nextDrawn + count);
  nextDrawn += count;
  return bytes;
}

function encrypt(key: KeyObject, of: KeyName, plain: Uint8Array | string): Buffer {
  const iv = drawBytes(IV_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, iv, TAG_LENGTH);
  cipher.setAAD(boundTo(of));
  const sealed = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  // GCM has already returned all output; this completes the tag.
  cipher.final();
  return Buffer.concat([iv, sealed, cipher.getAuthTag()], IV_BYTES + sealed.length + TAG_BYTES);
}

/** Additional authenticated data: a ciphertext cannot be moved to another tenant or subject. */
const boundTo = ({ tenant, subject }: KeyName): Buffer => Buffer.from(`${tenant}:${subject}`);

/** Reused, since the cipher copies it. */
const IV = Buffer.alloc(IV_BYTES);

function decrypt(key: KeyObject, bound: Uint8Array, sealed: Uint8Array): Buffer {
  for (let index = 0; index < IV_BYTES; index++) IV[index] = sealed[index]!;
  const decipher = createDecipheriv(ALGORITHM, key, IV, TAG_LENGTH);
  decipher.setAAD(bound);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const plain = decipher.update(sealed.subarray(IV_BYTES, sealed.length - TAG_BYTES));
  // GCM has already returned all output; this verifies the tag.
  decipher.final();
  return plain;
}
