import { crc32, deflateSync, inflateSync } from 'node:zlib';
import type { Eraser } from './eraser.ts';
import { eraseFromExif, eraseFromTiff } from './exif.ts';
import { eraseFromIptc, eraseFromResources } from './iptc.ts';
import { isPositionName, saysPosition } from './position-names.ts';
import { eraseFromXmp } from './xmp.ts';

const SPACE = 0x20;
/** Chunks that have no place for a location. */
const HARMLESS = new Set(
  (
    'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT tIME ' +
    'acTL fcTL fdAT iDOT oFFs pCAL sCAL sTER vpAg orNT gIFg CgBI'
  ).split(' '),
);
const XMP = 'XML:com.adobe.xmp';
/** As ImageMagick writes EXIF, XMP and IPTC: their name, their length, and their bytes in hexadecimal. */
const RAW_PROFILE = /^Raw profile type (?!ic[cm])/i;
const HEX_LINE = /^\s*\S+\s+\d+\s/;
const RAW_XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1');

/**
 * Erases locations from the chunks of a PNG, and corrects their checksums. Returns the same buffer, or another one where
 * a compressed text was packed again.
 */
export function eraseFromPng(content: Buffer, eraser: Eraser): Buffer {
  const replaced: { readonly from: number; readonly to: number; readonly chunk: Buffer }[] = [];
  for (let at = 8; at + 12 <= content.length; ) {
    const end = at + 12 + content.readUInt32BE(at);
    if (end > content.length) {
      // What a chunk that was cut short would say.
      if (!HARMLESS.has(content.toString('latin1', at + 4, at + 8))) eraser.fill(content, 0, at + 8);
      break;
    }
    eraser.read(1);
    const type = content.toString('latin1', at + 4, at + 8);
    const data = content.subarray(at + 8, end - 4);
    if (!HARMLESS.has(type)) {
      const packed = eraseFromChunk(type, data, eraser);
      if (packed) replaced.push({ from: at, to: end, chunk: chunkOf(type, packed) });
      else eraser.write(content, sumOf(content.subarray(at + 4, end - 4)), end - 4);
    }
    at = end;
  }
  if (replaced.length === 0) return content;
  eraser.hasErased = true;
  const parts: Buffer[] = [];
  let from = 0;
  for (const one of replaced) {
    parts.push(content.subarray(from, one.from), one.chunk);
    from = one.to;
  }
  return ownBuffer([...parts, content.subarray(from)]);
}

/** The parts in a buffer that belongs to nothing else, so that its memory can move to another thread. */
function ownBuffer(parts: readonly Buffer[]): Buffer {
  const own = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) at += part.copy(own, at);
  return own;
}

function sumOf(chunk: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(chunk));
  return sum;
}

function chunkOf(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([length, body, sumOf(body)]);
}

/** Cleans a chunk in place; returns its new data where it was packed again. */
function eraseFromChunk(type: string, data: Buffer, eraser: Eraser): Buffer | null {
  if (type === 'eXIf') {
    if (!eraseFromExif(data, eraser)) eraser.fill(data, 0);
    return null;
  }
  const text = type === 'tEXt' || type === 'zTXt' || type === 'iTXt' ? textIn(type, data) : null;
  if (!text) {
    eraser.fill(data, 0);
    return null;
  }
  const { keyword, from, isPacked } = text;
  const value = data.subarray(from);
  if (!isPacked) {
    eraseFromText(keyword, value, eraser);
    return null;
  }
  const unpacked = unpack(value, eraser);
  if (!unpacked) {
    // It can't be checked.
    eraser.fill(value, 0);
    return null;
  }
  const before = Buffer.from(unpacked);
  eraseFromText(keyword, unpacked, eraser);
  return unpacked.equals(before) ? null : Buffer.concat([data.subarray(0, from), deflateSync(unpacked)]);
}

/** Where the text of a chunk begins, behind its keyword; null for a chunk that is not as it should be. */
function textIn(
  type: string,
  data: Buffer,
): { readonly keyword: string; readonly from: number; readonly isPacked: boolean } | null {
  const end = data.indexOf(0);
  if (end < 0 || end > 79) return null;
  const keyword = data.toString('latin1', 0, end);
  if (type === 'tEXt') return { keyword, from: end + 1, isPacked: false };
  if (type === 'zTXt') return { keyword, from: end + 2, isPacked: true };
  const language = data.indexOf(0, end + 3);
  const translated = language < 0 ? -1 : data.indexOf(0, language + 1);
  return translated < 0 ? null : { keyword, from: translated + 1, isPacked: data[end + 1] === 1 };
}

function unpack(packed: Buffer, eraser: Eraser): Buffer | null {
  try {
    const unpacked = inflateSync(packed, { maxOutputLength: Math.max(1, eraser.unpackedLeft) });
    eraser.unpacked(unpacked.length);
    return unpacked;
  } catch {
    // How much was unpacked until then is not known: it could be as much again for each further chunk.
    eraser.unpackNoMore();
    return null;
  }
}

function eraseFromText(keyword: string, text: Buffer, eraser: Eraser): void {
  if (keyword === XMP) eraseFromXmp(text, eraser);
  else if (RAW_PROFILE.test(keyword)) eraseFromRawProfile(text, eraser);
  else if (isPositionName(keyword.slice(keyword.lastIndexOf(':') + 1)) || saysPosition(text.toString('latin1')))
    eraser.fill(text, SPACE);
}

/** Cleans bytes in hexadecimal, and writes their digits over the old ones. */
function eraseFromRawProfile(text: Buffer, eraser: Eraser): void {
  const from = HEX_LINE.exec(text.toString('latin1', 0, 200))?.[0].length ?? text.length;
  const digits = text.toString('latin1', from).replaceAll(/\s+/g, '');
  const bytes = Buffer.from(digits, 'hex');
  if (bytes.length === 0) return eraser.fill(text, SPACE);
  const before = Buffer.from(bytes);
  if (bytes.subarray(0, RAW_XMP.length).equals(RAW_XMP)) eraseFromXmp(bytes.subarray(RAW_XMP.length), eraser);
  else if (bytes.toString('latin1', 0, 4) === '8BIM') eraseFromResources(bytes, eraser, eraseFromTiff);
  else if (bytes[0] === 0x1c) eraseFromIptc(bytes, eraser);
  else if (!eraseFromExif(bytes, eraser)) eraseFromXmp(bytes, eraser);
  if (bytes.equals(before)) return;
  const cleaned = bytes.toString('hex');
  let digit = 0;
  for (let at = from; at < text.length && digit < cleaned.length; at++)
    if (text[at]! > SPACE) text[at] = cleaned.charCodeAt(digit++);
}
