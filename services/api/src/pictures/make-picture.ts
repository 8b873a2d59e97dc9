import type { Refusal } from '../commands/decision.ts';
import { brokenPicture, MAX_BYTES, MAX_PIXELS, MAX_SIDE_PIXELS, noPicture, tooLargePicture } from './picture-limits.ts';

const QUALITY = 82;
/** Time limit of the library. */
const MAX_SECONDS = 20;

/**
 * Allowed decoders: the raster formats that browsers show, JPEG, PNG, WebP, GIF and AVIF. SVG is a program; other
 * formats are not even tried.
 */
const RASTER_LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`);

/** Loaded with the first picture: most processes never need the library. */
let loading: Promise<typeof import('sharp').default> | undefined;
async function sharpOf(): Promise<typeof import('sharp').default> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // One thread of the library's own per picture, and no cache.
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: RASTER_LOADERS });
    return sharp;
  });
  return loading;
}

/**
 * Converts a file to the picture to show: WebP, upright, at most 512 pixels per side, without metadata. Refuses
 * InvalidFileExtension for anything but a valid raster image, and AttachmentTooLarge, before decoding, for more than 5
 * MB or 50 megapixels. Runs in threads (`PictureMaker`).
 * @param field the field that errors name.
 */
export async function makePicture(file: Buffer, field = 'body'): Promise<Buffer | Refusal> {
  if (file.length === 0) return noPicture(field);
  if (file.length > MAX_BYTES) return tooLargePicture(field);
  const sharp = await sharpOf();
  const metadata = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!metadata) return noPicture(field);
  if (metadata.width * metadata.height > MAX_PIXELS)
    return tooLargePicture(field, 'The picture has more than 50 megapixels');
  return sharp(file, { failOn: 'error', limitInputPixels: MAX_PIXELS })
    .autoOrient()
    .resize({ width: MAX_SIDE_PIXELS, height: MAX_SIDE_PIXELS, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: MAX_SECONDS })
    .toBuffer()
    .catch(() => brokenPicture(field));
}
