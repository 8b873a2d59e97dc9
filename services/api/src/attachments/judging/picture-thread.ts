import type { Sharp } from 'sharp';
import { moveOutput } from '../../platform/jobs/move-output.ts';

// Runs in threads: draws small pictures.

/** Like the limit of what is attached. */
const MAX_PIXELS = 100_000_000;
/** Maximum memory of a picture that cannot be decoded line by line. */
const MAX_WHOLE_BYTES = 256 * 2 ** 20;
/** Time limit of the library, which works beside the thread. */
const MAX_SECONDS = 20;

/** A picture to draw smaller, upright. */
export interface PictureToDraw {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Maximum width and height. */
  readonly width: number;
  readonly format: 'WEBP' | 'JPEG';
}

const encoded = (small: Sharp, format: PictureToDraw['format']): Sharp =>
  format === 'WEBP' ? small.webp({ quality: 78 }) : small.flatten({ background: '#ffffff' }).jpeg({ quality: 78 });

/** Draws a picture smaller; null for one that cannot be decoded within the limits. */
export async function drawSmall({ bytes, width, format }: PictureToDraw): Promise<Uint8Array | null> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  const open = (content: Uint8Array) =>
    // Of a damaged picture the part is shown that is there.
    sharp(content, { limitInputPixels: MAX_PIXELS, sequentialRead: true, failOn: 'none' }).timeout({
      seconds: MAX_SECONDS,
    });
  try {
    const metadata = await open(bytes).metadata();
    const { width: wide, height: high, channels, depth, isProgressive, orientation = 1 } = metadata;
    const isWhole = isProgressive || metadata.format === 'webp' || metadata.format === 'gif';
    if (isWhole && wide * high * channels * (depth === 'ushort' ? 2 : 1) > MAX_WHOLE_BYTES) return null;
    const small = open(bytes).resize({ width, height: width, fit: 'inside', withoutEnlargement: true });
    // Turning the large picture would need all of it in memory.
    const upright =
      orientation === 1
        ? small
        : sharp(await small.withMetadata({ orientation }).png({ compressionLevel: 0 }).toBuffer()).autoOrient();
    const drawn = new Uint8Array(await encoded(upright, format).toBuffer());
    return moveOutput(drawn, [drawn.buffer]);
  } catch {
    return null;
  }
}
