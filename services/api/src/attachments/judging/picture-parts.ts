import { boxes } from './erase-positions.ts';

/** Parts of a picture file other than its pixels: the metadata, and where the picture ends. */
export interface PictureParts {
  readonly metadata: readonly Buffer[];
  readonly end: number;
}

/** Parses a picture file; null when it does not have the structure of its type. */
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

function jpeg(content: Buffer): PictureParts | null {
  const metadata: Buffer[] = [];
  for (let at = 2; at + 4 <= content.length; ) {
    if (content[at] !== 0xff) return null;
    const marker = content[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === 0xd9) return { metadata, end: at + 2 };
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2;
      continue;
    }
    const next = at + 2 + content.readUInt16BE(at + 2);
    if (marker === 0xfe || (marker >= 0xe0 && marker <= 0xef))
      metadata.push(content.subarray(at + 4, Math.min(next, content.length)));
    at = next;
    if (marker !== 0xda) continue;
    // Pixel data: ends at a marker that is neither a stuffed byte nor a restart.
    while (
      at + 1 < content.length &&
      !(content[at] === 0xff && content[at + 1] !== 0 && !(content[at + 1]! >= 0xd0 && content[at + 1]! <= 0xd7))
    )
      at++;
  }
  return content.at(-2) === 0xff && content.at(-1) === 0xd9 ? { metadata, end: content.length } : null;
}

function png(content: Buffer): PictureParts | null {
  const metadata: Buffer[] = [];
  for (let at = 8; at + 12 <= content.length; ) {
    const end = at + 12 + content.readUInt32BE(at);
    const type = content.toString('latin1', at + 4, at + 8);
    if (end > content.length) return null;
    if (type === 'IEND') return { metadata, end };
    if (type !== 'IDAT' && type !== 'fdAT' && type !== 'PLTE' && type !== 'IHDR')
      metadata.push(content.subarray(at + 8, end - 4));
    at = end;
  }
  return null;
}

function gif(content: Buffer): PictureParts | null {
  const metadata: Buffer[] = [];
  const colours = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  if (content.length < 14) return null;
  let at = 13 + colours(content[10]!);
  while (at < content.length) {
    const block = content[at]!;
    if (block === 0x3b) return { metadata, end: at + 1 };
    const isExtension = block === 0x21;
    if (!isExtension && block !== 0x2c) return null;
    const label = content[at + 1];
    at += isExtension ? 2 : 11 + colours(content[at + 9] ?? 0);
    const from = at;
    while ((content[at] ?? 0) > 0) at += content[at]! + 1;
    at++;
    if (isExtension && label !== 0xf9) metadata.push(content.subarray(from, at));
  }
  return null;
}

function webp(content: Buffer): PictureParts | null {
  const end = 8 + content.readUInt32LE(4);
  const metadata: Buffer[] = [];
  if (end > content.length) return null;
  for (let at = 12; at + 8 <= end; ) {
    const length = content.readUInt32LE(at + 4);
    if (!['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'].includes(content.toString('latin1', at, at + 4)))
      metadata.push(content.subarray(at + 8, Math.min(end, at + 8 + length)));
    at += 8 + length + (length % 2);
  }
  return { metadata, end };
}

const ofHeic = new Set(['ftyp', 'meta', 'mdat', 'moov', 'free', 'skip', 'uuid', 'wide', 'idat', 'mpvd']);

/**
 * Metadata may also be inside the media data, where such words occur by chance; only metadata in boxes of its own is
 * checked.
 */
function heic(content: Buffer): PictureParts | null {
  const metadata: Buffer[] = [];
  let end = 0;
  for (const { type, from, to } of boxes(content)) {
    if (!ofHeic.has(type)) break;
    if (type !== 'mdat') metadata.push(content.subarray(from, to));
    end = to;
  }
  return end > 0 ? { metadata, end } : null;
}
