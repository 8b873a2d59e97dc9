import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, randomBytes, randomFillSync, type KeyObject } from 'node:crypto';
import { ERASED, STREAM_SUBJECT } from '@plimsoll/contracts/domain-event';
import type { FieldPlan } from './personal-fields.ts';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = 'sealed:1:';
const QUOTED_SEALED = `"${SEALED}`;
/** Stands before a plain text that would otherwise look like a sealed one. */
const PLAIN = 'sealed:0:';
const RESERVED_PREFIX = 'sealed:';
const QUOTED_PREFIX = `"${RESERVED_PREFIX}`;
const GUID_LENGTH = 36;
const GUID_AND_COLON = /^[0-9a-f-]{36}:$/;

export class SealingKeyError extends Error {
  override readonly name = 'SealingKeyError';
}

/** Whose data, and which organization's log it stands in: what a key and every sealed value are bound to. */
export interface Subject {
  readonly tenant: string;
  readonly subject: string;
}

/**
 * Everything that is done with SEALING_KEY: it wraps the keys of subjects and keys the hashes of reservations;
 * the subjects' keys seal personal fields (AES-256-GCM).
 */
export class Sealing {
  readonly #master: KeyObject;
  readonly #reservations: KeyObject;

  /** @param sealingKey 32 bytes. */
  constructor(sealingKey: Uint8Array) {
    if (sealingKey.length !== 32) throw new SealingKeyError(`SEALING_KEY has ${sealingKey.length} bytes; it needs 32`);
    this.#master = createSecretKey(sealingKey);
    this.#reservations = createSecretKey(Buffer.from(hkdfSync('sha256', this.#master, '', 'plimsoll reservations', 32)));
  }

  /** A new key for a subject, and the same wrapped, as it is stored. */
  freshKey(of: Subject): { key: KeyObject; wrapped: Buffer } {
    const key = randomBytes(32);
    return { key: createSecretKey(key), wrapped: encrypt(this.#master, of, key) };
  }

  /** @throws SealingKeyError when it was wrapped by another SEALING_KEY: that is a fault of the installation, not an erasure. */
  unwrap(of: Subject, wrapped: Uint8Array): KeyObject {
    try {
      return createSecretKey(decrypt(this.#master, boundTo(of.tenant, of.subject), wrapped));
    } catch (cause) {
      throw new SealingKeyError(`SEALING_KEY does not open the key of ${of.subject}`, { cause });
    }
  }

  /** The form in which a reservation is stored: it can be compared, and says nothing. */
  reservationKey(tenant: string, name: string): string {
    return createHmac('sha256', this.#reservations).update(`${tenant}\n${name}`).digest('base64url');
  }
}

/** Seals one value (as its JSON) for a subject. */
export function sealValue(key: KeyObject, of: Subject, value: unknown): string {
  return `${SEALED}${of.subject}:${encrypt(key, of, Buffer.from(JSON.stringify(value), 'utf8')).toString('base64')}`;
}

/**
 * A copy of an event's data in which the planned fields are sealed. Empty and absent ones stay as they are.
 * @param keyOf gives the key of a subject, for the tenant and stream that the event is written for.
 */
export function sealData(data: unknown, plan: FieldPlan | undefined, where: { tenant: string; stream: string }, keyOf: (subject: string) => KeyObject): unknown {
  const walk = (value: unknown, at: FieldPlan | undefined, siblings: Record<string, unknown>): unknown => {
    if (value === null || value === undefined || value === '') return value;
    if (at?.personal) {
      const subject = subjectOf(at.personal, siblings, where.stream);
      return sealValue(keyOf(subject), { tenant: where.tenant, subject }, value);
    }
    if (typeof value === 'string') return value.startsWith(RESERVED_PREFIX) ? PLAIN + value : value;
    if (Array.isArray(value)) return value.map((item) => walk(item, at?.items, siblings));
    if (typeof value !== 'object') return value;
    const members = value as Record<string, unknown>;
    const inner = at?.properties ? members : siblings;
    const copy: Record<string, unknown> = {};
    for (const name of Object.keys(members)) put(copy, name, walk(members[name], at?.properties?.get(name) ?? at?.others, inner));
    return copy;
  };
  return walk(data, plan, {});
}

/**
 * Opens everything sealed in data as it stands in the log; objects and lists are changed in place, so they must be the caller's own.
 * @param keyOf answers null for a destroyed key; its fields then read as ERASED. So do values whose key was destroyed
 *   and replaced by another since: the old one is gone either way, and that nobody altered them the hash chain says.
 */
export function unsealData(data: unknown, tenant: string, keyOf: (subject: string) => KeyObject | null): unknown {
  const opener: Opener = { tenant, keyOf, subject: '', key: null, bound: NOTHING };
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return value.startsWith(RESERVED_PREFIX) ? unsealText(value, opener) : value;
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

/** Opens one event's values. Most are of one subject, whose key it has at hand. */
interface Opener {
  readonly tenant: string;
  readonly keyOf: (subject: string) => KeyObject | null;
  subject: string;
  key: KeyObject | null;
  bound: Uint8Array;
}

const NOTHING = new Uint8Array();

/** The subjects whose keys are needed to read a body. */
export function sealedSubjects(body: string, into: Set<string>): void {
  let last = '';
  for (let at = body.indexOf(QUOTED_SEALED); at >= 0; at = body.indexOf(QUOTED_SEALED, at + 1)) {
    at += QUOTED_SEALED.length;
    const found = body.slice(at, at + GUID_LENGTH + 1);
    if (found === last || !GUID_AND_COLON.test(found)) continue;
    last = found;
    into.add(found.slice(0, GUID_LENGTH));
  }
}

/** Whether a body has anything in it that `unsealData` would change. */
export const mentionsSealed = (body: string): boolean => body.includes(QUOTED_PREFIX);

function unsealText(text: string, opener: Opener): unknown {
  if (text.startsWith(PLAIN)) return text.slice(PLAIN.length);
  if (!text.startsWith(SEALED)) return text;
  const subject = text.slice(SEALED.length, SEALED.length + GUID_LENGTH);
  if (subject !== opener.subject) {
    opener.subject = subject;
    opener.key = opener.keyOf(subject);
    opener.bound = boundTo(opener.tenant, subject);
  }
  if (!opener.key) return ERASED;
  let plain: Buffer;
  try {
    plain = decrypt(opener.key, opener.bound, decoded(text.slice(SEALED.length + GUID_LENGTH + 1)));
  } catch {
    return ERASED;
  }
  return JSON.parse(plain.toString('utf8'));
}

/** What is read here is gone with the next value. */
const DECODED = Buffer.alloc(16_384);

const decoded = (base64: string): Buffer =>
  base64.length > DECODED.length ? Buffer.from(base64, 'base64') : DECODED.subarray(0, DECODED.write(base64, 'base64'));

/** The first named sibling that is filled, or the stream. */
function subjectOf(subjects: readonly string[], siblings: Record<string, unknown>, stream: string): string {
  for (const name of subjects) {
    if (name === STREAM_SUBJECT) return stream;
    const guid = siblings[name];
    if (typeof guid === 'string' && guid !== '') return guid.toLowerCase();
  }
  return stream;
}

/** `__proto__` is a name like any other in JSON, and must not become a prototype. */
function put(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true });
  else object[name] = value;
}

/** Drawn many at a time: one by one they cost half as much as the sealing. */
const ivs = Buffer.alloc(IV_BYTES * 256);
let nextIv = ivs.length;

function drawIv(): Buffer {
  if (nextIv === ivs.length) {
    randomFillSync(ivs);
    nextIv = 0;
  }
  nextIv += IV_BYTES;
  return Buffer.from(ivs.subarray(nextIv - IV_BYTES, nextIv));
}

function encrypt(key: KeyObject, of: Subject, plain: Uint8Array): Buffer {
  const iv = drawIv();
  const cipher = createCipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(`${of.tenant}:${of.subject}`));
  return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

const boundTo = (tenant: string, subject: string): Buffer => Buffer.from(`${tenant}:${subject}`);

const TAG_LENGTH = { authTagLength: TAG_BYTES };
/** The cipher takes its own copy. */
const IV = Buffer.alloc(IV_BYTES);

function decrypt(key: KeyObject, bound: Uint8Array, sealed: Uint8Array): Buffer {
  for (let index = 0; index < IV_BYTES; index++) IV[index] = sealed[index]!;
  const decipher = createDecipheriv(ALGORITHM, key, IV, TAG_LENGTH);
  decipher.setAAD(bound);
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_BYTES));
  const plain = decipher.update(sealed.subarray(IV_BYTES, sealed.length - TAG_BYTES));
  // GCM gives everything by then; this compares the tag.
  decipher.final();
  return plain;
}
