/**
 * Verifies audit bundles in the page. It shares no code with what makes bundles, nor with the command line's verifier,
 * so that there are two independent implementations.
 */
import * as ed from '@noble/ed25519';
import { sha256, sha512 } from '@noble/hashes/sha2.js';

ed.hashes.sha512 = sha512;

const utf8 = new TextEncoder();
const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const MAX_SMALL_FILE_BYTES = 64 * 1024 * 1024;
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/** Error: the bundle was altered; says where and why. */
export class Mismatch extends Error {
  constructor(where, why) {
    super(`${where}: ${why}`);
    this.where = where;
  }
}
/** Error: the file is no audit bundle at all. Its message is a sentence for users. */
export class NoBundle extends Error {}
const stop = (where, why) => {
  throw new Mismatch(where, why);
};

const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const fromHex = (hex) =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16));
const fromBase64 = (base64) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const toBase64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
const isHash = (value) => typeof value === 'string' && value.length === 64 && /^[0-9a-f]*$/.test(value);
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;

/**
 * Hash of an event.
 * @param {{tenant: string, previous: Uint8Array}} after
 * @param event a full line, or one with two digests instead of content.
 */
export function nextHash({ tenant, previous }, event) {
  const place =
    event.textSha256 === undefined
      ? sha256(
          utf8.encode(
            `${tenant}\n${event.position}\n${event.stream}\n${event.revision}\n${event.recordedAt}\n${event.number === null ? '' : event.number}`,
          ),
        )
      : fromHex(event.textSha256);
  const content = event.bodySha256 === undefined ? sha256(utf8.encode(event.body)) : fromHex(event.bodySha256);
  return sha256.create().update(previous).update(place).update(content).digest();
}

export const genesis = (tenant) => sha256(utf8.encode(tenant));

/** Serializes a value by RFC 8785. Numbers in bundles are integers. */
function write(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => write(item)).join()}]`;
  return `{${Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([key, item]) => `${JSON.stringify(key)}:${write(item)}`)
    .join()}}`;
}

function parse(source, refuse) {
  let value;
  try {
    value = JSON.parse(source);
  } catch {
    refuse('it is not JSON');
  }
  if (write(value) !== source) refuse('it is not in the form of RFC 8785');
  return value;
}

const decode = (bytes, refuse) => {
  try {
    return text.decode(bytes);
  } catch {
    return refuse('it is not UTF-8');
  }
};

/**
 * Reads the central directory of a ZIP.
 * @param {Blob} blob
 * @returns {Promise<Map<string, object>>}
 */
async function directoryOf(blob) {
  const whole = 'the file';
  const read = async (from, length) => new DataView(await blob.slice(from, from + length).arrayBuffer());
  const tailAt = Math.max(0, blob.size - 65557);
  const tail = await read(tailAt, 65557);
  let at = tail.byteLength - 22;
  while (
    at >= 0 &&
    (tail.getUint32(at, true) !== 0x06054b50 || at + 22 + tail.getUint16(at + 20, true) !== tail.byteLength)
  )
    at -= 1;
  if (at < 0) {
    const isZip = blob.size >= 4 && (await read(0, 4)).getUint32(0, true) === 0x04034b50;
    if (isZip) stop(whole, 'it was cut off');
    throw new NoBundle(blob.size === 0 ? 'The file is empty.' : 'The file is not a ZIP.');
  }
  let many = tail.getUint16(at + 10, true);
  let bytes = tail.getUint32(at + 12, true);
  let begin = tail.getUint32(at + 16, true);
  if (many === 65535 || bytes === 4294967295 || begin === 4294967295) {
    if (at < 20 || tail.getUint32(at - 20, true) !== 0x07064b50) stop(whole, 'the end of the ZIP is damaged');
    const end64 = await read(Number(tail.getBigUint64(at - 12, true)), 56);
    if (end64.byteLength < 56 || end64.getUint32(0, true) !== 0x06064b50) stop(whole, 'the end of the ZIP is damaged');
    many = Number(end64.getBigUint64(32, true));
    bytes = Number(end64.getBigUint64(40, true));
    begin = Number(end64.getBigUint64(48, true));
  }
  if (many > 200000 || bytes > MAX_SMALL_FILE_BYTES || begin + bytes > blob.size)
    stop(whole, 'the list of files in the ZIP cannot be right');
  const list = await read(begin, bytes);
  const names = namesIn(list, many);
  if (names.length === many && !names.some((name) => name === 'manifest.json' || name === 'manifest.sig'))
    throw new NoBundle('The ZIP has no manifest.json.');
  const found = new Map();
  let next = 0;
  for (let left = many; left > 0; left -= 1) {
    if (next + 46 > list.byteLength || list.getUint32(next, true) !== 0x02014b50)
      stop(whole, 'the list of files in the ZIP is damaged');
    const nameBytes = list.getUint16(next + 28, true);
    const extraBytes = list.getUint16(next + 30, true);
    if (next + 46 + nameBytes + extraBytes > list.byteLength) stop(whole, 'the list of files in the ZIP is damaged');
    const name = decode(new Uint8Array(list.buffer, next + 46, nameBytes), () =>
      stop(whole, 'a name in the ZIP is not UTF-8'),
    );
    const file = {
      method: list.getUint16(next + 10, true),
      packed: list.getUint32(next + 20, true),
      size: list.getUint32(next + 24, true),
      offset: list.getUint32(next + 42, true),
    };
    widen(file, new DataView(list.buffer, next + 46 + nameBytes, extraBytes));
    if (!isName(name)) stop(JSON.stringify(name), 'no file of a bundle is called so');
    if (found.has(name)) stop(name, 'the ZIP has it twice');
    if (list.getUint16(next + 8, true) % 2 === 1 || ![0, 8].includes(file.method))
      stop(name, 'it is packed in another way than bundles are');
    if (file.offset + 30 + file.packed > begin) stop(name, 'it is not where the ZIP says');
    found.set(name, file);
    next += 46 + nameBytes + extraBytes + list.getUint16(next + 32, true);
  }
  // Overlapping files would make a small ZIP unpack without end.
  const ordered = [...found].sort(([, a], [, b]) => a.offset - b.offset);
  for (let index = 1; index < ordered.length; index += 1) {
    const [, before] = ordered[index - 1];
    if (before.offset + 30 + before.packed > ordered[index][1].offset)
      stop(ordered[index][0], 'it overlaps another file of the ZIP');
  }
  return found;
}

/** Names in a directory, as far as it can be read. */
function namesIn(list, many) {
  const names = [];
  for (let next = 0; names.length < many && next + 46 <= list.byteLength; ) {
    const bytes = list.getUint16(next + 28, true);
    if (list.getUint32(next, true) !== 0x02014b50 || next + 46 + bytes > list.byteLength) break;
    names.push(new TextDecoder().decode(new Uint8Array(list.buffer, next + 46, bytes)));
    next += 46 + bytes + list.getUint16(next + 30, true) + list.getUint16(next + 32, true);
  }
  return names;
}

const isName = (name) =>
  name.length <= 200 && /^[\w.-]+(?:\/[\w.-]+)?$/.test(name) && name.split('/').every((part) => !/^\.+$/.test(part));

function widen(file, extra) {
  for (let at = 0; at + 4 <= extra.byteLength; at += 4 + extra.getUint16(at + 2, true)) {
    if (extra.getUint16(at, true) !== 1) continue;
    let place = at + 4;
    for (const field of ['size', 'packed', 'offset']) {
      if (file[field] !== 4294967295 || place + 8 > extra.byteLength) continue;
      file[field] = Number(extra.getBigUint64(place, true));
      place += 8;
    }
    return;
  }
}

/** Content of a file in pieces, at most as much as the directory declares. */
async function* pieces(blob, files, name) {
  const file = files.get(name) ?? stop(name, 'it is not in the ZIP');
  const head = new DataView(await blob.slice(file.offset, file.offset + 30).arrayBuffer());
  if (head.byteLength < 30 || head.getUint32(0, true) !== 0x04034b50) stop(name, 'it is not where the ZIP says');
  const from = file.offset + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const packed = blob.slice(from, from + file.packed).stream();
  const reader = (file.method === 8 ? packed.pipeThrough(new DecompressionStream('deflate-raw')) : packed).getReader();
  let had = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read().catch(() => stop(name, 'it cannot be unpacked'));
      if (done) break;
      had += value.length;
      if (had > file.size) stop(name, 'there is more of it than the ZIP says');
      yield value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
  if (had !== file.size) stop(name, 'there is less of it than the ZIP says');
}

async function all(blob, files, name) {
  const { size } = files.get(name) ?? stop(name, 'it is not in the ZIP');
  if (size > MAX_SMALL_FILE_BYTES) stop(name, 'it is too large');
  const content = new Uint8Array(size);
  let at = 0;
  for await (const piece of pieces(blob, files, name)) {
    content.set(piece, at);
    at += piece.length;
  }
  return content;
}

/** Verifies a signature, with the browser's Ed25519 if it has one, else with the bundled library. */
async function isSignedBy(publicKey, signature, message) {
  try {
    const key = await globalThis.crypto.subtle.importKey('raw', publicKey, { name: 'Ed25519' }, false, ['verify']);
    return await globalThis.crypto.subtle.verify({ name: 'Ed25519' }, key, signature, message);
  } catch {
    return ed.verify(signature, message, publicKey, { zip215: false });
  }
}

function plainManifest(manifest) {
  const refuse = (why) => stop('manifest.json', why);
  if (manifest === null || typeof manifest !== 'object' || manifest.format !== 'plimsoll-audit-bundle/1')
    refuse('it is of a format that this page does not know');
  const { organization, firstPosition: first, lastPosition: last, events, redacted, publicKeys, files } = manifest;
  if (
    typeof organization?.name !== 'string' ||
    !/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(organization?.guid ?? '')
  )
    refuse('it does not say whose it is');
  if (
    ![first, last, events, redacted].every(isCount) ||
    first < 1 ||
    last < first ||
    events !== last - first + 1 ||
    redacted > events
  )
    refuse('what it says of positions cannot be');
  if (!isHash(manifest.previousHash) || !isHash(manifest.headHash)) refuse('it has no hashes');
  if (!['NONE', 'WITH_KEYS'].includes(manifest.personalData)) refuse('it does not say what became of personal data');
  if (!Array.isArray(publicKeys) || !Array.isArray(files)) refuse('it has no keys or files');
  if (first === 1 && manifest.previousHash !== toHex(genesis(organization.guid)))
    refuse('its beginning is not that of this organization');
  const paths = new Set();
  for (const file of files) {
    if (typeof file?.path !== 'string' || !isName(file.path) || !isCount(file.bytes) || !isHash(file.sha256))
      refuse('one of its files is none');
    if (paths.has(file.path)) refuse(`it has ${file.path} twice`);
    paths.add(file.path);
  }
  return manifest;
}

function plainKeys(manifest) {
  const keys = new Map();
  for (const { keyId, publicKey } of manifest.publicKeys) {
    let raw;
    try {
      raw = fromBase64(publicKey);
    } catch {
      stop('manifest.json', 'a key of it is not base64');
    }
    const fingerprint = toHex(sha256(raw));
    if (raw.length !== 32 || toBase64(raw) !== publicKey || keyId !== fingerprint.slice(0, 16))
      stop('manifest.json', `the key ${keyId} is not the one that its id says`);
    keys.set(keyId, { raw, fingerprint });
  }
  return keys;
}

function signatureOf(base64, refuse) {
  try {
    const raw = fromBase64(base64);
    if (raw.length === 64 && toBase64(raw) === base64) return raw;
  } catch {
    // Refused below.
  }
  return refuse('its signature is none');
}

/**
 * Verifies a bundle: signature, events, checkpoints, files.
 * @param {Blob} blob the ZIP
 * @param {{progress?: (done: number, of: number) => void | Promise<void>, event?: (event: object, keys: Map<string,
 * Uint8Array>, tenant: string) => void}} callbacks
 * @returns its manifest, and the fingerprint to compare.
 * @throws {Mismatch}
 */
export async function judge(blob, { progress = () => undefined, event: tell = () => undefined } = {}) {
  const files = await directoryOf(blob);
  const manifestBytes = await all(blob, files, 'manifest.json');
  const signed = parse(
    decode(await all(blob, files, 'manifest.sig'), (why) => stop('manifest.sig', why)),
    (why) => stop('manifest.sig', why),
  );
  if (signed === null || typeof signed !== 'object' || Object.keys(signed).sort().join() !== 'keyId,signature')
    stop('manifest.sig', 'it is not a signature');
  const manifest = plainManifest(
    parse(
      decode(manifestBytes, (why) => stop('manifest.json', why)),
      (why) => stop('manifest.json', why),
    ),
  );
  const keys = plainKeys(manifest);
  const signer = keys.get(signed.keyId) ?? stop('manifest.sig', 'the manifest does not have its key');
  const signature = signatureOf(signed.signature, (why) => stop('manifest.sig', why));
  if (!(await isSignedBy(signer.raw, signature, utf8.encode(`plimsoll manifest 1\n${toHex(sha256(manifestBytes))}\n`))))
    stop('manifest.json', 'it is not what manifest.sig signs');

  const subjects = await subjectKeys(blob, files);
  const hashes = await followChain(blob, files, manifest, subjects, { progress, tell });
  const checkpoints = await judgeCheckpoints(blob, files, manifest, keys, signed.keyId, hashes);
  await judgeFiles(blob, files, manifest);
  return { manifest, fingerprint: signer.fingerprint, checkpoints, keys: subjects };
}

async function subjectKeys(blob, files) {
  const found = new Map();
  if (!files.has('keys.ndjson')) return found;
  for (const line of new TextDecoder().decode(await all(blob, files, 'keys.ndjson')).split('\n')) {
    try {
      const { subject, key } = JSON.parse(line);
      found.set(subject, fromBase64(key));
    } catch {
      // The file's digest shows whether it was altered.
    }
  }
  return found;
}

function concatenated(begun, length, last) {
  if (length === 0) return last;
  const line = new Uint8Array(length + last.length);
  let at = 0;
  for (const part of [...begun, last]) {
    line.set(part, at);
    at += part.length;
  }
  return line;
}

async function followChain(blob, files, manifest, subjects, { progress, tell }) {
  const tenant = manifest.organization.guid;
  const hashes = new Map();
  let previous = fromHex(manifest.previousHash);
  let position = manifest.firstPosition;
  let line = 1;
  let left = 0;
  const refuse = (why) => stop(`events.ndjson line ${line} (position ${position})`, why);
  const take = (bytes) => {
    if (position > manifest.lastPosition) refuse('by the manifest the events have ended');
    const event = parse(decode(bytes, refuse), refuse);
    const shape = event === null || typeof event !== 'object' ? '' : Object.keys(event).sort().join();
    const isLeft = shape === 'bodySha256,hash,position,textSha256';
    if (!isLeft && shape !== 'body,hash,number,position,recordedAt,revision,stream') refuse('it is not an event');
    if (event.position !== position) refuse(`it is position ${event.position}`);
    if (isLeft ? !isHash(event.textSha256) || !isHash(event.bodySha256) : typeof event.body !== 'string')
      refuse('it is not an event');
    previous = nextHash({ tenant, previous }, event);
    if (toHex(previous) !== event.hash) refuse('its hash is not that of what stands here and before');
    hashes.set(position, event.hash);
    if (isLeft) left += 1;
    else tell(event, subjects, tenant);
    position += 1;
    line += 1;
  };
  // Pieces of a line that continues; joined once, however many there are.
  let begun = [];
  let rest = 0;
  for await (const piece of pieces(blob, files, 'events.ndjson')) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      take(concatenated(begun, rest, piece.subarray(from, end)));
      begun = [];
      rest = 0;
      from = end + 1;
    }
    begun.push(piece.subarray(from));
    rest += piece.length - from;
    if (rest > MAX_LINE_BYTES) refuse('it does not end');
    await progress(position - manifest.firstPosition, manifest.events);
  }
  if (rest > 0) refuse('its end was cut off');
  if (position <= manifest.lastPosition) refuse(`there are no more events, but the manifest has ${manifest.events}`);
  if (toHex(previous) !== manifest.headHash) stop('events.ndjson', 'the last hash is not that of the manifest');
  if (left !== manifest.redacted) stop('events.ndjson', 'other events are left out than the manifest says');
  return hashes;
}

async function judgeCheckpoints(blob, files, manifest, keys, signerId, hashes) {
  const name = 'checkpoints.ndjson';
  const lines = decode(await all(blob, files, name), (why) => stop(name, why)).split('\n');
  if (lines.pop() !== '') stop(name, 'its end was cut off');
  let atEnd = false;
  for (const [index, source] of lines.entries()) {
    const refuse = (why) => stop(name, `line ${index + 1}: ${why}`);
    const { tenant, position, hash, time, keyId, signature } = parse(source, refuse) ?? {};
    if (tenant !== manifest.organization.guid || !hashes.has(position)) refuse('it is not about these events');
    const key = keys.get(keyId) ?? refuse('the manifest does not have its key');
    const message = utf8.encode(`plimsoll checkpoint 1\n${tenant}\n${position}\n${hash}\n${time}\n`);
    if (!(await isSignedBy(key.raw, signatureOf(signature, refuse), message)))
      refuse('it does not say what was signed');
    if (hashes.get(position) !== hash) refuse(`position ${position} is another event than the one that was signed`);
    atEnd ||= position === manifest.lastPosition && keyId === signerId;
  }
  if (!atEnd) stop(name, 'the last position is not signed by the key of the manifest');
  return lines.length;
}

async function judgeFiles(blob, files, manifest) {
  const known = new Map(manifest.files.map((file) => [file.path, file]));
  const needed = [
    'README.txt',
    'events.ndjson',
    'checkpoints.ndjson',
    ...(manifest.personalData === 'WITH_KEYS' ? ['keys.ndjson'] : []),
  ];
  for (const name of needed) if (!known.has(name)) stop(name, 'it is not in the manifest');
  for (const [path, { bytes, sha256: digest }] of known) {
    // Checked before unpacking, which is limited to this size.
    if ((files.get(path) ?? stop(path, 'it is not in the ZIP')).size !== bytes)
      stop(path, 'it has another size than the manifest says');
    const hash = sha256.create();
    for await (const piece of pieces(blob, files, path)) hash.update(piece);
    if (toHex(hash.digest()) !== digest) stop(path, 'it says something else than the manifest has of it');
    if (path.startsWith('attachments/') && path !== `attachments/${digest}`)
      stop(path, 'it is not called by its digest');
  }
  for (const name of files.keys())
    if (!known.has(name) && name !== 'manifest.json' && name !== 'manifest.sig')
      stop(name, 'it is not in the manifest');
}

const MARK = /^sealed:([012]):/;

/**
 * Opens an event's content with the bundle's keys. Sealed values without a key are shown as erased.
 * @param {Map<string, Uint8Array>} keys
 */
export async function unseal(body, keys, tenant) {
  const { data, sealed = {}, ...event } = JSON.parse(body);
  const opened = new Map();
  for (const [subject, value] of Object.entries(sealed)) {
    const raw = keys.get(subject);
    if (raw === undefined) continue;
    try {
      const bytes = fromBase64(value);
      const key = await globalThis.crypto.subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
      const plain = await globalThis.crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: bytes.subarray(0, 12), additionalData: utf8.encode(`${tenant}:${subject}`) },
        key,
        bytes.subarray(12),
      );
      opened.set(subject, JSON.parse(new TextDecoder().decode(plain)));
    } catch {
      // Its key was destroyed.
    }
  }
  const read = (value) => {
    if (Array.isArray(value)) return value.map(read);
    if (value !== null && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, read(item)]));
    const mark = typeof value === 'string' ? MARK.exec(value)?.[1] : undefined;
    if (mark === undefined) return value;
    if (mark === '0') return value.slice(9);
    const found = opened.get(value.slice(9, 45))?.[Number(value.slice(46))];
    return found ?? (mark === '1' ? 'erased' : null);
  };
  return { ...event, data: read(data) };
}
