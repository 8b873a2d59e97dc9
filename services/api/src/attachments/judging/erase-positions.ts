import { crc32 } from 'node:zlib';
import { xmpPositions } from './xmp-positions.ts';

const EXIF = Buffer.from('Exif\0\0', 'latin1');
/** Type of a box that readers ignore. */
const FREE = Buffer.from('free', 'latin1');
const GPS_POINTER = 0x8825;
/** Bytes per value, by TIFF type. */
const TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
/** A location as phones write it into videos (ISO 6709): +59.9139+010.7522+012.000/ */
const ISO_6709 = /[+-]\d{2,6}(?:\.\d+)?[+-]\d{3,7}(?:\.\d+)?(?:[+-]\d+(?:\.\d+)?)?\//g;
/** Entries of directories per byte of the file, and boxes, far beyond what devices write. */
const MAX_ENTRIES = 100_000;
const MAX_BOXES = 100_000;

/** Error of a file whose metadata claims to be far more than any device writes. */
export class UnreadableMetadata extends Error {
  override readonly name = 'UnreadableMetadata';
}

/** Overwrites bytes and records whether any of them changed. */
class Eraser {
  hasErased = false;
  #entriesLeft = MAX_ENTRIES;
  #bytesLeft: number;

  /** @param size of the file: each byte is erased a few times at most. */
  constructor(size: number) {
    this.#bytesLeft = 8 * size;
  }

  /** Counts entries of directories that are read. @throws UnreadableMetadata when there are too many. */
  read(entries: number): void {
    this.#entriesLeft -= entries;
    if (this.#entriesLeft < 0) throw new UnreadableMetadata('There are too many entries');
  }

  fill(part: Buffer, byte: number, from: number, to: number): void {
    this.#bytesLeft -= to - from;
    if (this.#bytesLeft < 0) throw new UnreadableMetadata('The entries overlap');
    for (let at = from; at < to && !this.hasErased; at += 1) this.hasErased = part[at] !== byte;
    part.fill(byte, from, to);
  }

  write(part: Buffer, bytes: Buffer, at: number): void {
    this.hasErased ||= !part.subarray(at, at + bytes.length).equals(bytes);
    bytes.copy(part, at);
  }
}

/**
 * Erases locations in EXIF, XMP and video headers, in place: length, pixels, maker notes and other metadata stay
 * unchanged. Returns whether there were any. Takes a time that grows with the size alone.
 * @throws UnreadableMetadata for entries that no device writes.
 */
export function erasePositions(content: Buffer, contentType: string): boolean {
  const eraser = new Eraser(content.length);
  const isVideo = contentType === 'video/mp4' || contentType === 'video/quicktime';
  // Media data is most of a video, and may contain such byte sequences by chance.
  for (const part of isVideo ? outsideMedia(content) : [content]) {
    for (let at = part.indexOf(EXIF); at >= 0; at = part.indexOf(EXIF, at + 1))
      eraseFromTiff(part.subarray(at + EXIF.length), eraser);
    for (const { from, to } of xmpPositions(part)) eraser.fill(part, 0x20, from, to);
  }
  if (contentType === 'image/png') eraseFromPng(content, eraser);
  if (contentType === 'image/webp') eraseFromWebp(content, eraser);
  if (isVideo) eraseFromBoxes(content, eraser);
  return eraser.hasErased;
}

/** Empties the GPS directory and overwrites its values. */
function eraseFromTiff(tiff: Buffer, eraser: Eraser): void {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return;
  const isLittle = order === 'II';
  const u16 = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const u32 = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  if (u16(2) !== 42) return;
  const entries = (at: number): number[] => {
    if (at + 2 > tiff.length) return [];
    const length = Math.min(u16(at), Math.floor((tiff.length - at - 2) / 12));
    eraser.read(1 + length);
    return Array.from({ length }, (_, index) => at + 2 + index * 12);
  };
  const seen = new Set<number>();
  for (let directory = u32(4); directory > 0 && directory + 2 <= tiff.length && !seen.has(directory); ) {
    seen.add(directory);
    const own = entries(directory);
    for (const entry of own) {
      if (u16(entry) !== GPS_POINTER) continue;
      const gps = u32(entry + 8);
      if (gps + 2 > tiff.length) continue;
      const values = entries(gps);
      for (const one of values) {
        const bytes = (TYPE_BYTES[u16(one + 2)] ?? 0) * u32(one + 4);
        if (bytes > 4 && u32(one + 8) < tiff.length)
          eraser.fill(tiff, 0, u32(one + 8), Math.min(tiff.length, u32(one + 8) + bytes));
      }
      eraser.fill(tiff, 0, gps, Math.min(tiff.length, gps + 2 + values.length * 12));
    }
    const next = directory + 2 + own.length * 12;
    directory = next + 4 <= tiff.length ? u32(next) : 0;
  }
}

function blank(part: Buffer, pattern: RegExp, eraser: Eraser): void {
  for (const found of part.toString('latin1').matchAll(pattern))
    eraser.fill(part, 0x20, found.index, found.index + found[0].length);
}

/** PNG stores EXIF without a prefix, and a changed chunk needs a new checksum. */
function eraseFromPng(content: Buffer, eraser: Eraser): void {
  for (let at = 8; at + 12 <= content.length; ) {
    const length = content.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > content.length) return;
    const type = content.toString('latin1', at + 4, at + 8);
    if (type === 'eXIf') eraseFromTiff(content.subarray(at + 8, end - 4), eraser);
    if (type === 'eXIf' || type === 'iTXt' || type === 'tEXt')
      eraser.write(content, sumOf(content.subarray(at + 4, end - 4)), end - 4);
    at = end;
  }
}

function sumOf(chunk: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(chunk));
  return sum;
}

function eraseFromWebp(content: Buffer, eraser: Eraser): void {
  for (let at = 12; at + 8 <= content.length; ) {
    const length = content.readUInt32LE(at + 4);
    if (content.toString('latin1', at, at + 4) === 'EXIF')
      eraseFromTiff(content.subarray(at + 8, Math.min(content.length, at + 8 + length)), eraser);
    at += 8 + length + (length % 2);
  }
}

/** All parts of a video outside its media data. */
function outsideMedia(content: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let from = 0;
  for (const box of boxes(content)) {
    if (box.type !== 'mdat') continue;
    if (box.from > from) parts.push(content.subarray(from, box.from));
    from = box.to;
  }
  return [...parts, content.subarray(from)];
}

/** Erases locations in the metadata boxes of a video. */
function eraseFromBoxes(content: Buffer, eraser: Eraser): void {
  for (const { type, from, to } of boxes(content)) {
    if (type === 'moov' || type === 'meta' || type === 'udta' || type === 'uuid') {
      const part = content.subarray(from, to);
      blank(part, ISO_6709, eraser);
      for (let at = part.indexOf('loci', 0, 'latin1'); at >= 4; at = part.indexOf('loci', at + 4, 'latin1')) {
        const length = part.readUInt32BE(at - 4);
        if (length >= 8 && length <= 4096) eraser.fill(part, 0, at + 4, Math.min(part.length, at - 4 + length));
        eraser.write(part, FREE, at);
      }
    }
  }
}

/** Top-level boxes of an ISO media file (HEIC, MP4, MOV). @throws UnreadableMetadata when there are too many. */
export function* boxes(
  content: Buffer,
): Generator<{ readonly type: string; readonly from: number; readonly to: number }> {
  let count = 0;
  for (let at = 0; at + 8 <= content.length; ) {
    if ((count += 1) > MAX_BOXES) throw new UnreadableMetadata('There are too many boxes');
    const short = content.readUInt32BE(at);
    const long = short === 1 && at + 16 <= content.length ? Number(content.readBigUInt64BE(at + 8)) : undefined;
    const length = long ?? (short === 0 ? content.length - at : short);
    if (length < 8) return;
    yield {
      type: content.toString('latin1', at + 4, at + 8),
      from: at + (long === undefined ? 8 : 16),
      to: Math.min(content.length, at + length),
    };
    at += length;
  }
}
