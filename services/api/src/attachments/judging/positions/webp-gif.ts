import { gifBlocks } from '../picture-parts.ts';
import type { Eraser } from './eraser.ts';
import { eraseFromExif } from './exif.ts';
import { saysPosition } from './position-names.ts';
import { eraseFromXmp } from './xmp.ts';

const SPACE = 0x20;
/** Chunks of a WebP that have no place for a location. */
const HARMLESS_CHUNKS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);

/** Erases locations from the chunks of a WebP. */
export function eraseFromWebp(content: Buffer, eraser: Eraser): void {
  for (let at = 12; at + 8 <= content.length; ) {
    eraser.read(1);
    const length = content.readUInt32LE(at + 4);
    const type = content.toString('latin1', at, at + 4);
    const data = content.subarray(at + 8, at + 8 + length);
    if (type === 'EXIF') {
      if (!eraseFromExif(data, eraser)) eraser.fill(data, 0);
    } else if (type === 'XMP ') eraseFromXmp(data, eraser);
    else if (!HARMLESS_CHUNKS.has(type)) eraser.fill(data, 0);
    at += 8 + length + (length % 2);
  }
}

const COMMENT = 0xfe;
const APPLICATION = 0xff;
/** Extensions of a GIF that have no place for a location. */
const HARMLESS_APPLICATIONS = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012']);
const APPLICATION_HEAD = 12;
const TRAILER_BYTES = 258;

/**
 * Erases locations from the comments and application extensions of a GIF. From an unknown block on everything is
 * emptied: some viewers look for further blocks in it, which can't be checked.
 */
export function eraseFromGif(content: Buffer, eraser: Eraser): void {
  for (const { kind, label, from, to } of gifBlocks(content)) {
    eraser.read(1);
    if (kind === 'UNKNOWN') eraser.fill(content, 0, from, to);
    else if (kind === 'EXTENSION' && label === COMMENT) {
      if (saysPosition(content.toString('latin1', from, to))) eraseBlocks(content, from, eraser);
    } else if (kind === 'EXTENSION' && label === APPLICATION) {
      const name = content.toString('latin1', from + 1, from + APPLICATION_HEAD);
      // XMP is not in blocks: its bytes stand for their lengths.
      if (name === 'XMP DataXMP')
        eraseFromXmp(content.subarray(from + APPLICATION_HEAD, beforeTrailer(content, to)), eraser);
      else if (!HARMLESS_APPLICATIONS.has(name)) eraseBlocks(content, from + APPLICATION_HEAD, eraser);
    }
  }
}

/** Where XMP ends: before the bytes that lead all readers to the end of the blocks. */
const beforeTrailer = (content: Buffer, to: number): number =>
  content[to - TRAILER_BYTES] === 1 && content[to - TRAILER_BYTES + 1] === 0xff ? to - TRAILER_BYTES : to;

function eraseBlocks(content: Buffer, from: number, eraser: Eraser): void {
  for (let at = from; (content[at] ?? 0) > 0; at += content[at]! + 1)
    eraser.fill(content, SPACE, at + 1, at + 1 + content[at]!);
}
