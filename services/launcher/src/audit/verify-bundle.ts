import { createDecipheriv, createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile, type FileHandle } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';

/*
 * Verifies an audit bundle. Self-contained: it imports only Node's modules, so that it can be copied, read and run by
 * people who do not trust the product. It shares no code with the bundle writer or with the verification page.
 */

/** Result of a verification. */
export type Verdict =
  | {
      readonly intact: true;
      readonly events: number;
      readonly redacted: number;
      readonly firstPosition: number;
      readonly lastPosition: number;
      readonly hash: string;
      readonly fingerprint: string;
      readonly organization: string;
      readonly checkpoints: number;
    }
  | { readonly intact: false; readonly reason: string };

export interface VerifyOptions {
  /** Expected fingerprint of the signing key. */
  readonly key?: string;
  /** File with checkpoints that the reader saved earlier. */
  readonly checkpoints?: string;
}

/** A difference from what was written, and its location. */
class Difference extends Error {
  constructor(place: string, why: string) {
    super(`${place}: ${why}`);
  }
}
const differs = (place: string, why: string): never => {
  throw new Difference(place, why);
};

const MAX_ENTRIES = 200_000;
const MAX_SMALL_FILE = 64 * 2 ** 20;
const MAX_LINE_LENGTH = 16 * 2 ** 20;
const HEX64 = /^[0-9a-f]{64}$/;
const sha256 = (...parts: readonly (Buffer | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** Hash of an event: digest over the previous hash, its position and its content. */
export const linkOf = (previous: Buffer, textDigest: Buffer, bodyDigest: Buffer): Buffer =>
  sha256(previous, textDigest, bodyDigest);

/** Text that is digested for an event's position. */
export const positionText = (
  tenant: string,
  event: {
    readonly position: number;
    readonly stream: string;
    readonly revision: number;
    readonly recordedAt: number;
    readonly number: number | null;
  },
): string => [tenant, event.position, event.stream, event.revision, event.recordedAt, event.number ?? ''].join('\n');

export const genesisHashOf = (tenant: string): Buffer => sha256(tenant);

/**
 * RFC 8785 canonical JSON for the values in bundles: names ordered by UTF-16 code units, integers, and strings as
 * JSON.stringify writes them.
 */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const members = value as Record<string, unknown>;
    return `{${Object.keys(members)
      .sort()
      .map((name) => `${JSON.stringify(name)}:${canonical(members[name])}`)
      .join(',')}}`;
  }
  return JSON.stringify(value);
}

/** Parses JSON that must be in canonical form. */
function readExactly(text: string, fail: (why: string) => never): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail('it is no JSON');
  }
  return canonical(value) === text ? value : fail('it is not written as RFC 8785 says');
}

interface Entry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly offset: number;
}

/** Reads a ZIP through its central directory. */
class Zip {
  private constructor(
    private readonly path: string,
    private readonly handle: FileHandle,
    readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  static async open(path: string): Promise<Zip> {
    const handle = await open(path, 'r');
    try {
      return new Zip(path, handle, await readDirectory(handle));
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  close(): Promise<void> {
    return this.handle.close();
  }

  /** Yields the bytes of an entry, at most as many as its header declares. */
  async *content(name: string): AsyncGenerator<Buffer> {
    const entry = this.entries.get(name) ?? differs(name, 'it is missing');
    const head = await at(this.handle, entry.offset, 30);
    if (head.length < 30 || head.readUInt32LE(0) !== 0x04034b50) differs(name, 'it does not stand where the ZIP says');
    const from = entry.offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
    if (entry.packed === 0 && entry.size === 0) return;
    const packed = createReadStream(this.path, { start: from, end: from + entry.packed - 1 });
    const plain = entry.method === 8 ? packed.pipe(createInflateRaw()) : packed;
    packed.once('error', (error) => plain.destroy(error));
    let size = 0;
    try {
      for await (const bytes of plain) {
        size += (bytes as Buffer).length;
        if (size > entry.size) differs(name, 'it has more bytes than the ZIP says');
        yield bytes as Buffer;
      }
    } catch (error) {
      if (error instanceof Difference) throw error;
      differs(name, 'it cannot be unpacked');
    } finally {
      packed.destroy();
    }
    if (size !== entry.size) differs(name, 'it has fewer bytes than the ZIP says');
  }

  /** Reads a small entry as a whole. */
  async whole(name: string): Promise<Buffer> {
    const entry = this.entries.get(name) ?? differs(name, 'it is missing');
    if (entry.size > MAX_SMALL_FILE) differs(name, 'it is too large');
    const parts: Buffer[] = [];
    for await (const bytes of this.content(name)) parts.push(bytes);
    return Buffer.concat(parts);
  }
}

async function at(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function readDirectory(handle: FileHandle): Promise<Map<string, Entry>> {
  const { size } = await handle.stat();
  const tailFrom = Math.max(0, size - 65_557);
  const tail = await at(handle, tailFrom, size - tailFrom);
  let end = tail.length - 22;
  while (end >= 0 && !(tail.readUInt32LE(end) === 0x06054b50 && end + 22 + tail.readUInt16LE(end + 20) === tail.length))
    end--;
  if (end < 0) differs('the file', 'it is no ZIP, or its end is missing');
  let [count, length, start] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (count === 0xffff || length === 0xffffffff || start === 0xffffffff) {
    if (end < 20 || tail.readUInt32LE(end - 20) !== 0x07064b50) differs('the file', 'the end of its ZIP is damaged');
    const large = await at(handle, Number(tail.readBigUInt64LE(end - 12)), 56);
    if (large.length < 56 || large.readUInt32LE(0) !== 0x06064b50) differs('the file', 'the end of its ZIP is damaged');
    [count, length, start] = [
      Number(large.readBigUInt64LE(32)),
      Number(large.readBigUInt64LE(40)),
      Number(large.readBigUInt64LE(48)),
    ];
  }
  if (count > MAX_ENTRIES || length > MAX_SMALL_FILE || start + length > size)
    differs('the file', 'the directory of its ZIP cannot be right');
  const directory = await at(handle, start, length);
  const entries = new Map<string, Entry>();
  for (let from = 0, index = 0; index < count; index++) {
    if (from + 46 > directory.length || directory.readUInt32LE(from) !== 0x02014b50)
      differs('the file', 'the directory of its ZIP is damaged');
    const [nameLength, extraLength, commentLength] = [
      directory.readUInt16LE(from + 28),
      directory.readUInt16LE(from + 30),
      directory.readUInt16LE(from + 32),
    ];
    const name = directory.toString('utf8', from + 46, from + 46 + nameLength);
    const entry = withLargeSizes(
      {
        name,
        method: directory.readUInt16LE(from + 10),
        packed: directory.readUInt32LE(from + 20),
        size: directory.readUInt32LE(from + 24),
        offset: directory.readUInt32LE(from + 42),
      },
      directory.subarray(from + 46 + nameLength, from + 46 + nameLength + extraLength),
    );
    if (!isPlainPath(name)) differs(JSON.stringify(name), 'it is no name that a bundle has');
    if (entries.has(name)) differs(name, 'it stands in the ZIP twice');
    if ((directory.readUInt16LE(from + 8) & 1) === 1 || (entry.method !== 0 && entry.method !== 8))
      differs(name, 'it is packed in a way that bundles are not');
    if (entry.offset + 30 + entry.packed > start) differs(name, 'it does not stand where the ZIP says');
    entries.set(name, entry);
    from += 46 + nameLength + extraLength + commentLength;
  }
  // Reject entries that share bytes: they could unpack to far more than the file holds.
  const inOrder = [...entries.values()].sort((one, other) => one.offset - other.offset);
  inOrder.forEach((entry, index) => {
    const next = inOrder[index + 1];
    if (next && entry.offset + 30 + entry.packed > next.offset)
      differs(next.name, 'it lies within another file of the ZIP');
  });
  return entries;
}

const isPlainPath = (name: string): boolean =>
  /^[A-Za-z0-9._-]+(\/[A-Za-z0-9._-]+)?$/.test(name) && !name.split('/').some((part) => /^\.+$/.test(part));

function withLargeSizes(entry: Entry, extra: Buffer): Entry {
  for (let from = 0; from + 4 <= extra.length; from += 4 + extra.readUInt16LE(from + 2)) {
    if (extra.readUInt16LE(from) !== 1) continue;
    let field = from + 4;
    const next = (known: number): number => {
      if (known !== 0xffffffff || field + 8 > extra.length) return known;
      field += 8;
      return Number(extra.readBigUInt64LE(field - 8));
    };
    const size = next(entry.size);
    const packed = next(entry.packed);
    return { ...entry, size, packed, offset: next(entry.offset) };
  }
  return entry;
}

interface Manifest {
  readonly format: string;
  readonly organization: { readonly guid: string; readonly name: string };
  readonly firstPosition: number;
  readonly lastPosition: number;
  readonly previousHash: string;
  readonly headHash: string;
  readonly events: number;
  readonly redacted: number;
  readonly personalData: 'NONE' | 'WITH_KEYS';
  readonly publicKeys: readonly { readonly keyId: string; readonly publicKey: string }[];
  readonly files: readonly { readonly path: string; readonly bytes: number; readonly sha256: string }[];
}

const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function checkManifest(read: unknown): Manifest {
  const fail = (why: string): never => differs('manifest.json', why);
  const {
    format,
    organization,
    firstPosition,
    lastPosition,
    previousHash,
    headHash,
    events,
    redacted,
    personalData,
    publicKeys,
    files,
  } = (read ?? {}) as Manifest;
  if (format !== 'plimsoll-audit-bundle/1') fail('it is not of a format that this verifier knows');
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(organization?.guid) || typeof organization.name !== 'string')
    fail('it names no organization');
  if (
    ![firstPosition, lastPosition, events, redacted].every(isWhole) ||
    firstPosition < 1 ||
    lastPosition < firstPosition ||
    events !== lastPosition - firstPosition + 1
  )
    fail('its positions contradict each other');
  if (!HEX64.test(previousHash) || !HEX64.test(headHash)) fail('its hashes are none');
  if (personalData !== 'NONE' && personalData !== 'WITH_KEYS') fail('it does not say what became of personal data');
  if (
    !Array.isArray(publicKeys) ||
    publicKeys.some((key) => typeof key?.keyId !== 'string' || typeof key.publicKey !== 'string')
  )
    fail('its keys are none');
  if (
    !Array.isArray(files) ||
    files.some(
      (file) =>
        typeof file?.path !== 'string' || !isPlainPath(file.path) || !isWhole(file.bytes) || !HEX64.test(file.sha256),
    )
  )
    fail('its files are none');
  if (firstPosition === 1 && previousHash !== genesisHashOf(organization.guid).toString('hex'))
    fail('its first event is chained to nothing of this organization');
  return read as Manifest;
}

interface PublicKey {
  readonly fingerprint: string;
  verifies(text: string, signature: string): boolean;
}

/** Public keys by id, where the id must follow from the key. */
function keysOf({ publicKeys }: Manifest): Map<string, PublicKey> {
  const keys = new Map<string, PublicKey>();
  for (const { keyId, publicKey } of publicKeys) {
    const bytes = Buffer.from(publicKey, 'base64');
    const fingerprint = sha256(bytes).toString('hex');
    if (bytes.length !== 32 || bytes.toString('base64') !== publicKey || fingerprint.slice(0, 16) !== keyId)
      differs('manifest.json', `the key ${keyId} is not what its id says`);
    const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') } });
    keys.set(keyId, {
      fingerprint,
      verifies: (text, signature) => {
        const signed = Buffer.from(signature, 'base64');
        return (
          signed.length === 64 &&
          signed.toString('base64') === signature &&
          verify(null, Buffer.from(text), key, signed)
        );
      },
    });
  }
  return keys;
}

interface SignedHead {
  readonly tenant: string;
  readonly position: number;
  readonly hash: string;
  readonly time: string;
  readonly keyId: string;
  readonly signature: string;
}

/** Yields the lines of a file without their line ends. */
async function* linesOf(zip: Zip, name: string, fail: (line: number, why: string) => never): AsyncGenerator<string> {
  // Chunks of the current line. Each is searched once, so that a line without an end does not take quadratic time.
  let parts: Buffer[] = [];
  let held = 0;
  let line = 1;
  for await (const bytes of zip.content(name)) {
    let from = 0;
    for (let to = bytes.indexOf(10); to >= 0; to = bytes.indexOf(10, from)) {
      const whole = Buffer.concat([...parts, bytes.subarray(from, to)]);
      [parts, held] = [[], 0];
      const text = whole.toString('utf8');
      if (!Buffer.from(text, 'utf8').equals(whole)) fail(line, 'it is no UTF-8');
      yield text;
      line++;
      from = to + 1;
    }
    parts.push(bytes.subarray(from));
    held += bytes.length - from;
    if (held > MAX_LINE_LENGTH) fail(line, 'it has no end');
  }
  if (held > 0) fail(line, 'its end is missing');
}

/** Verifies a bundle by itself, and against what is known from other sources. Writes nothing of it to disk. */
export async function verifyBundle(path: string, options: VerifyOptions = {}): Promise<Verdict> {
  let zip: Zip | undefined;
  try {
    zip = await Zip.open(path);
    return await verifyZip(zip, options);
  } catch (error) {
    if (error instanceof Difference) return { intact: false, reason: error.message };
    throw error;
  } finally {
    await zip?.close();
  }
}

async function verifyZip(zip: Zip, options: VerifyOptions): Promise<Verdict> {
  const { manifest, keys, signer } = await verifySignature(zip, options.key);
  const savedCheckpoints =
    options.checkpoints === undefined ? [] : await readSavedCheckpoints(options.checkpoints, manifest);
  const heads = zip.entries.has('checkpoints.ndjson') ? await readHeads(zip) : [];
  const subjects = await readSubjects(zip);
  const walked = await walkEvents(
    zip,
    manifest,
    new Set(
      [...heads.map(({ head }) => head?.position), ...savedCheckpoints.map(({ position }) => position)].filter(
        (position) => position !== undefined,
      ),
    ),
    subjects,
  );
  verifyHeads(zip, manifest, keys, signer, heads, walked, savedCheckpoints);
  await verifyFiles(zip, manifest, subjects);
  return {
    intact: true,
    events: manifest.events,
    redacted: manifest.redacted,
    firstPosition: manifest.firstPosition,
    lastPosition: manifest.lastPosition,
    hash: manifest.headHash,
    fingerprint: keys.get(signer)!.fingerprint,
    organization: manifest.organization.name,
    checkpoints: heads.length,
  };
}

async function verifySignature(
  zip: Zip,
  wanted: string | undefined,
): Promise<{ manifest: Manifest; keys: Map<string, PublicKey>; signer: string }> {
  const bytes = await zip.whole('manifest.json');
  const { keyId, signature, ...more } = readExactly((await zip.whole('manifest.sig')).toString('utf8'), (why) =>
    differs('manifest.sig', why),
  ) as { keyId: string; signature: string };
  if (typeof keyId !== 'string' || typeof signature !== 'string' || Object.keys(more).length > 0)
    differs('manifest.sig', 'it is no signature');
  const text = bytes.toString('utf8');
  const manifest = checkManifest(readExactly(text, (why) => differs('manifest.json', why)));
  const keys = keysOf(manifest);
  const key = keys.get(keyId) ?? differs('manifest.sig', `the manifest does not name the key ${keyId}`);
  if (wanted !== undefined && key.fingerprint !== wanted.toLowerCase())
    differs('manifest.sig', `it is signed by the key ${key.fingerprint}, and not by ${wanted.toLowerCase()}`);
  if (!key.verifies(`plimsoll manifest 1\n${sha256(bytes).toString('hex')}\n`, signature))
    differs('manifest.json', 'it is not what manifest.sig signs');
  return { manifest, keys, signer: keyId };
}

interface FoundHead {
  readonly text: string;
  readonly head: SignedHead | undefined;
}

/** Reads the lines that can be parsed; they are verified after the events. */
async function readHeads(zip: Zip): Promise<FoundHead[]> {
  const found: FoundHead[] = [];
  for (const text of (await zip.whole('checkpoints.ndjson')).toString('utf8').split('\n').slice(0, -1)) {
    let head: SignedHead | undefined;
    try {
      head = JSON.parse(text) as SignedHead;
    } catch {
      head = undefined;
    }
    found.push({ text, head: head && isWhole(head.position) ? head : undefined });
  }
  return found;
}

interface SubjectKey {
  readonly line: number;
  readonly key: Buffer;
  opened: boolean;
}

/** Reads the keys of personal data by subject, as far as they can be parsed; the file is verified after the events. */
async function readSubjects(zip: Zip): Promise<Map<string, SubjectKey>> {
  const subjects = new Map<string, SubjectKey>();
  if (!zip.entries.has('keys.ndjson')) return subjects;
  (await zip.whole('keys.ndjson'))
    .toString('utf8')
    .split('\n')
    .slice(0, -1)
    .forEach((text, index) => {
      try {
        const { subject, key } = JSON.parse(text) as { subject: string; key: string };
        subjects.set(subject, { line: index + 1, key: Buffer.from(key, 'base64'), opened: false });
      } catch {
        // The file's digest will not match either.
      }
    });
  return subjects;
}

interface Given {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly recordedAt: number;
  readonly number: number | null;
  readonly hash: string;
  readonly body: string;
}
interface LeftOut {
  readonly position: number;
  readonly textSha256: string;
  readonly bodySha256: string;
  readonly hash: string;
}

const namesOf = (value: object): string => Object.keys(value).sort().join(' ');
const GIVEN = 'body hash number position recordedAt revision stream';
const LEFT_OUT = 'bodySha256 hash position textSha256';

/**
 * Verifies the chain of events.
 * @returns the hashes at the wanted positions.
 */
async function walkEvents(
  zip: Zip,
  manifest: Manifest,
  wanted: ReadonlySet<number>,
  subjects: ReadonlyMap<string, SubjectKey>,
): Promise<Map<number, string>> {
  const tenant = manifest.organization.guid;
  const hashes = new Map<number, string>();
  let previous: Buffer = Buffer.from(manifest.previousHash, 'hex');
  let [line, expected, redacted] = [0, manifest.firstPosition, 0];
  const fail = (why: string): never => differs(`events.ndjson line ${line} (position ${expected})`, why);
  for await (const text of linesOf(zip, 'events.ndjson', (_, why) => ((line += 1), fail(why)))) {
    line++;
    if (expected > manifest.lastPosition) fail('the manifest says that the events end before');
    const event = readExactly(text, fail) as Given | LeftOut;
    const names = event !== null && typeof event === 'object' ? namesOf(event) : '';
    if (names !== GIVEN && names !== LEFT_OUT) fail('it is no event');
    if (event.position !== expected)
      fail(isWhole(event.position) ? `position ${event.position} stands here instead` : 'it has no position');
    let digests: readonly [Buffer, Buffer];
    if ('body' in event) {
      if (typeof event.body !== 'string' || typeof event.stream !== 'string') fail('it is no event');
      digests = [sha256(positionText(tenant, event)), sha256(event.body)];
    } else {
      if (!HEX64.test(event.textSha256) || !HEX64.test(event.bodySha256)) fail('its digests are none');
      digests = [Buffer.from(event.textSha256, 'hex'), Buffer.from(event.bodySha256, 'hex')];
      redacted++;
    }
    previous = linkOf(previous, ...digests);
    if (previous.toString('hex') !== event.hash) fail('its hash does not follow from what stands here and before');
    if ('body' in event && subjects.size > 0) tryKeys(tenant, event.body, subjects);
    if (wanted.has(expected)) hashes.set(expected, event.hash);
    expected++;
  }
  line++;
  if (expected <= manifest.lastPosition) fail(`the events end here, but the manifest says ${manifest.lastPosition}`);
  if (previous.toString('hex') !== manifest.headHash)
    differs('events.ndjson', 'its last hash is not the one that the manifest says');
  if (redacted !== manifest.redacted)
    differs('events.ndjson', `${redacted} events are left out, but the manifest says ${manifest.redacted}`);
  return hashes;
}

function tryKeys(tenant: string, body: string, subjects: ReadonlyMap<string, SubjectKey>): void {
  if (!body.includes('"sealed":{')) return;
  const { sealed } = JSON.parse(body) as { sealed?: Record<string, string> };
  for (const [subject, text] of Object.entries(sealed ?? {})) {
    const known = subjects.get(subject);
    if (known && !known.opened) known.opened = opens(known.key, `${tenant}:${subject}`, Buffer.from(text, 'base64'));
  }
}

function opens(key: Buffer, bound: string, sealed: Buffer): boolean {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
    decipher.setAAD(Buffer.from(bound)).setAuthTag(sealed.subarray(-16));
    decipher.update(sealed.subarray(12, -16));
    decipher.final();
    return true;
  } catch {
    return false;
  }
}

function verifyHeads(
  zip: Zip,
  manifest: Manifest,
  keys: ReadonlyMap<string, PublicKey>,
  signer: string,
  heads: readonly FoundHead[],
  hashes: ReadonlyMap<number, string>,
  savedCheckpoints: readonly SignedHead[],
): void {
  if (!zip.entries.has('checkpoints.ndjson')) differs('checkpoints.ndjson', 'it is missing');
  let isSigned = false;
  heads.forEach(({ text }, index) => {
    const fail = (why: string): never => differs('checkpoints.ndjson', `line ${index + 1}: ${why}`);
    const head = readExactly(text, fail) as SignedHead;
    judgeHead(head, manifest, keys, hashes, fail);
    if (head.position === manifest.lastPosition && head.keyId === signer) isSigned = true;
  });
  if (!isSigned)
    differs('checkpoints.ndjson', `position ${manifest.lastPosition} is not signed by the key of the manifest`);
  savedCheckpoints.forEach((head, index) =>
    judgeHead(head, manifest, keys, hashes, (why) =>
      differs('the checkpoints that were kept', `number ${index + 1} (position ${head.position}): ${why}`),
    ),
  );
}

function judgeHead(
  head: SignedHead,
  { organization, firstPosition, lastPosition }: Manifest,
  keys: ReadonlyMap<string, PublicKey>,
  hashes: ReadonlyMap<number, string>,
  fail: (why: string) => never,
): void {
  if (head === null || typeof head !== 'object' || head.tenant !== organization.guid)
    fail('it is of another organization');
  if (!isWhole(head.position) || head.position < firstPosition || head.position > lastPosition)
    fail('its position is not in the bundle');
  const key = keys.get(head.keyId) ?? fail(`it is signed by the key ${head.keyId}, which the manifest does not name`);
  if (
    !key.verifies(
      `plimsoll checkpoint 1\n${head.tenant}\n${head.position}\n${head.hash}\n${head.time}\n`,
      String(head.signature),
    )
  )
    fail('it is not what was signed');
  if (hashes.get(head.position) !== head.hash)
    fail(`the event at position ${head.position} is not the one that was signed`);
}

/** Reads the checkpoints in a file that belong to this organization and range; the file may hold other lines. */
async function readSavedCheckpoints(
  path: string,
  { organization, firstPosition, lastPosition }: Manifest,
): Promise<SignedHead[]> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((text) => text.trim() !== '');
  const heads = lines.map((text, index) => {
    try {
      return JSON.parse(text) as SignedHead;
    } catch {
      return differs(path, `line ${index + 1} is no JSON`);
    }
  });
  return heads.filter(
    ({ tenant, position }) =>
      tenant === organization.guid && isWhole(position) && position >= firstPosition && position <= lastPosition,
  );
}

async function verifyFiles(
  zip: Zip,
  { files, personalData }: Manifest,
  subjects: ReadonlyMap<string, SubjectKey>,
): Promise<void> {
  const listed = new Set(files.map(({ path }) => path));
  if (listed.size !== files.length) differs('manifest.json', 'it names a file twice');
  for (const required of [
    'README.txt',
    'events.ndjson',
    'checkpoints.ndjson',
    ...(personalData === 'WITH_KEYS' ? ['keys.ndjson'] : []),
  ])
    if (!listed.has(required)) differs(required, 'the manifest does not name it');
  for (const { path, bytes, sha256: digest } of files) {
    const entry = zip.entries.get(path) ?? differs(path, 'it is missing');
    if (entry.size !== bytes) differs(path, `it has ${entry.size} bytes, but the manifest says ${bytes}`);
    const hash = createHash('sha256');
    for await (const part of zip.content(path)) hash.update(part);
    const found = hash.digest('hex');
    if (found !== digest) differs(path, 'its content is not the one that the manifest names');
    if (path.startsWith('attachments/') && path !== `attachments/${found}`)
      differs(path, 'its name is not the digest of its content');
  }
  for (const name of zip.entries.keys())
    if (!listed.has(name) && name !== 'manifest.json' && name !== 'manifest.sig')
      differs(name, 'the manifest does not name it');
  for (const [subject, { line, opened }] of subjects)
    if (!opened) differs('keys.ndjson', `line ${line}: the key of ${subject} opens nothing`);
}

/** The line printed for a verdict. */
export const verdictLine = (verdict: Verdict): string =>
  verdict.intact
    ? `intact: ${verdict.events} events (${verdict.redacted} left out), positions ${verdict.firstPosition} to ${verdict.lastPosition}, ${verdict.checkpoints} checkpoints, hash ${verdict.hash}, key fingerprint ${verdict.fingerprint}`
    : `NOT AS WRITTEN: ${verdict.reason}`;

/**
 * Verifies a bundle and prints the verdict.
 * @returns 1 if the bundle is not as it was written.
 */
export async function printVerdict(
  path: string,
  options: VerifyOptions,
  say = (line: string) => console.log(line),
): Promise<number> {
  const verdict = await verifyBundle(path, options);
  say(verdictLine(verdict));
  return verdict.intact ? 0 : 1;
}
