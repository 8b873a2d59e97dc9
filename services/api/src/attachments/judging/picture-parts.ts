import { boxes } from './boxes.ts';
import { afterBlocks } from './positions/webp-gif.ts';

/** Parts of a picture file other than its pixels. */
export interface PictureParts {
  readonly metadata: readonly Buffer[];
  /** Where the picture ends. */
  readonly end: number;
  /** Whether it breaks off before it ends: viewers show the part that is there. */
  readonly isDamaged: boolean;
}

/** Parses a picture file; null when no viewer would show anything of it. */
export function pictureParts(content: Buffer, contentType: string): PictureParts | null {
  switch (contentType) {
    case 'image/jpeg':
      return jpeg(content);
    case 'image/png':
      return png(content);
    case 'image/gif':
      return gif(content);
    case 'image/webp':
      return webp(content);
    case 'image/heic':
      return heic(content);
    default:
      return null;
  }
}

/** A segment of a JPEG, and where its data is. */
export interface JpegSegment {
  readonly marker: number;
  readonly from: number;
  readonly to: number;
}

const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

/** The segments of a JPEG, and last its end where it has one. Stray bytes between segments are skipped, as viewers do. */
export function* jpegSegments(content: Buffer): Generator<JpegSegment> {
  for (let at = content.indexOf(0xff, 2); at >= 0 && at + 1 < content.length; at = content.indexOf(0xff, at)) {
    const marker = content[at + 1]!;
    if (marker === END_OF_IMAGE) {
      yield { marker, from: at + 2, to: at + 2 };
      return;
    }
    const length = at + 4 <= content.length ? content.readUInt16BE(at + 2) : 0;
    const isAlone = marker === 0xff || marker === 0 || marker === 0x01 || marker === 0xd8 || isRestart(marker);
    if (isAlone || length < 2) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    yield { marker, from: at + 4, to: Math.min(at + 2 + length, content.length) };
    at += 2 + length;
    if (marker === START_OF_SCAN) at = afterScan(content, at);
  }
}

/** Where the pixel data ends: at a marker that is neither a stuffed byte nor a restart. */
function afterScan(content: Buffer, from: number): number {
  for (let at = content.indexOf(0xff, from); at >= 0 && at + 1 < content.length; at = content.indexOf(0xff, at + 2)) {
    const next = content[at + 1]!;
    if (next === 0xff) at--;
    else if (next !== 0 && !isRestart(next)) return at;
  }
  return content.length;
}

function jpeg(content: Buffer): PictureParts | null {
  const metadata: Buffer[] = [];
  let scan = -1;
  for (const { marker, from, to } of jpegSegments(content)) {
    if (marker === END_OF_IMAGE) return scan < 0 ? null : { metadata, end: to, isDamaged: false };
    if (marker === START_OF_SCAN) scan = to;
    if (marker === 0xfe || (marker >= 0xe0 && marker <= 0xef)) metadata.push(content.subarray(from, to));
  }
  if (scan < 0 || scan >= content.length) return null;
  // Without an end it is not known what belongs to the pixels.
  return { metadata: [...metadata, content.subarray(scan)], end: content.length, isDamaged: true };
}

const PIXELS_OF_PNG = new Set(['IDAT', 'fdAT', 'PLTE', 'IHDR']);

function png(content: Buffer): PictureParts | null {
  const metadata: Buffer[] = [];
  let hasPixels = false;
  for (let at = 8; at + 8 <= content.length; ) {
    const end = at + 12 + content.readUInt32BE(at);
    const type = content.toString('latin1', at + 4, at + 8);
    hasPixels ||= type === 'IDAT' && content.length > at + 8;
    if (!PIXELS_OF_PNG.has(type)) metadata.push(content.subarray(at + 8, Math.min(end - 4, content.length)));
    if (end > content.length) break;
    if (type === 'IEND') return { metadata, end, isDamaged: false };
    at = end;
  }
  return hasPixels ? { metadata, end: content.length, isDamaged: true } : null;
}

function gif(content: Buffer): PictureParts | null {
  const metadata: Buffer[] = [];
  const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  if (content.length < 14) return null;
  let hasPixels = false;
  for (let at = 13 + colours(content[10]!); at < content.length; ) {
    const block = content[at]!;
    if (block === 0x3b) return hasPixels ? { metadata, end: at + 1, isDamaged: false } : null;
    const isExtension = block === 0x21;
    if (block === 0) {
      // A stray end of blocks.
      at++;
      continue;
    }
    if (!isExtension && block !== 0x2c) {
      metadata.push(content.subarray(at));
      break;
    }
    const label = content[at + 1];
    const from = at + (isExtension ? 2 : 11 + colours(content[at + 9] ?? 0));
    hasPixels ||= !isExtension && from < content.length;
    at = afterBlocks(content, from);
    if (isExtension && label !== 0xf9) metadata.push(content.subarray(from, at));
  }
  return hasPixels ? { metadata, end: content.length, isDamaged: true } : null;
}

const PIXELS_OF_WEBP = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']);

function webp(content: Buffer): PictureParts | null {
  if (content.length < 20) return null;
  const stated = 8 + content.readUInt32LE(4);
  const end = Math.min(stated, content.length);
  const metadata: Buffer[] = [];
  for (let at = 12; at + 8 <= end; ) {
    const length = content.readUInt32LE(at + 4);
    if (!PIXELS_OF_WEBP.has(content.toString('latin1', at, at + 4)))
      metadata.push(content.subarray(at + 8, Math.min(end, at + 8 + length)));
    at += 8 + length + (length % 2);
  }
  return { metadata, end, isDamaged: stated > content.length };
}

const ofHeic = new Set(['ftyp', 'meta', 'mdat', 'moov', 'free', 'skip', 'uuid', 'wide', 'idat', 'mpvd']);

/**
 * Metadata may also be inside the media data, where such words occur by chance; only metadata in boxes of its own is
 * checked.
 */
function heic(content: Buffer): PictureParts | null {
  const metadata: Buffer[] = [];
  let end = 0;
  let [hasPixels, isCut] = [false, false];
  for (const { type, from, to, isCut: ends } of boxes(content)) {
    if (!ofHeic.has(type)) break;
    if (type === 'mdat') hasPixels = true;
    else metadata.push(content.subarray(from, to));
    hasPixels ||= content.subarray(from, to).includes('idat', 0, 'latin1');
    isCut ||= ends;
    end = to;
  }
  return end > 0 ? { metadata, end, isDamaged: isCut || !hasPixels } : null;
}
