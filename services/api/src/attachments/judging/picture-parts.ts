import { boxes } from './boxes.ts';

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

/** A block of a GIF, and where its data is. */
export interface GifBlock {
  readonly kind: 'PICTURE' | 'EXTENSION' | 'END' | 'UNKNOWN';
  /** What an extension is for. */
  readonly label: number;
  readonly from: number;
  readonly to: number;
}

const GIF_EXTENSION = 0x21;
const GIF_PICTURE = 0x2c;
const GIF_END = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const coloursOf = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/**
 * The blocks of a GIF, and last its end where it has one. Stray ends of blocks are skipped, as viewers do. An unknown
 * block reaches to the end of the file, since it does not say where it ends.
 */
export function* gifBlocks(content: Buffer): Generator<GifBlock> {
  if (content.length < 14) return;
  for (let at = 13 + coloursOf(content[10]!); at < content.length; ) {
    const block = content[at]!;
    if (block === 0) {
      at++;
      continue;
    }
    if (block === GIF_END) {
      yield { kind: 'END', label: 0, from: at + 1, to: at + 1 };
      return;
    }
    if (block !== GIF_EXTENSION && block !== GIF_PICTURE) {
      yield { kind: 'UNKNOWN', label: 0, from: at, to: content.length };
      return;
    }
    const isExtension = block === GIF_EXTENSION;
    const from = at + (isExtension ? 2 : 11 + coloursOf(content[at + 9] ?? 0));
    at = afterGifData(content, from);
    yield {
      kind: isExtension ? 'EXTENSION' : 'PICTURE',
      label: isExtension ? (content[from - 1] ?? 0) : 0,
      from,
      to: Math.min(at, content.length),
    };
  }
}

/** Where the data of a block ends: pieces that each begin with their length, until one of length 0. */
function afterGifData(content: Buffer, from: number): number {
  let at = from;
  while ((content[at] ?? 0) > 0) at += content[at]! + 1;
  return at + 1;
}

function gif(content: Buffer): PictureParts | null {
  const metadata: Buffer[] = [];
  let hasPixels = false;
  for (const { kind, label, from, to } of gifBlocks(content)) {
    if (kind === 'END') return hasPixels ? { metadata, end: to, isDamaged: false } : null;
    hasPixels ||= kind === 'PICTURE' && from < content.length;
    if (kind === 'UNKNOWN' || (kind === 'EXTENSION' && label !== GRAPHIC_CONTROL))
      metadata.push(content.subarray(from, to));
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
