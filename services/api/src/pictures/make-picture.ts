import { refuse, type Refusal } from '../commands/decision.ts';
import { fieldError } from '../commands/field-error.ts';
import { PictureTurns } from './picture-turns.ts';

/** No side of what is shown is longer. */
const MOST_PIXELS_A_SIDE = 512;
/** More than this is not decoded: a small file may hold a picture that takes gigabytes. */
const MOST_PIXELS = 50_000_000;
const QUALITY = 82;
/** No file is larger. */
const MOST_BYTES = 5 * 2 ** 20;
/** After so long an attempt is given up, whatever the library does. */
const MOST_SECONDS = 20;

/** What reads pictures of pixels as browsers show them: JPEG, PNG, WebP, GIF and AVIF. A drawing in SVG is a program, and nothing else is even tried. */
const RASTER_LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}`);

const turns = new PictureTurns();

/** The library is loaded with the first picture: most processes never see one. */
let loading: Promise<typeof import('sharp').default> | undefined;
async function sharpOf(): Promise<typeof import('sharp').default> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    // One picture at a time, and nothing kept of it afterwards.
    sharp.concurrency(1);
    sharp.cache(false);
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: RASTER_LOADERS });
    return sharp;
  });
  return loading;
}

const noPicture = (field: string, message?: string): Refusal =>
  refuse('InvalidFileExtension', { fieldErrors: [fieldError(field, 'InvalidFileExtension', message)] });
const tooLarge = (field: string, message?: string): Refusal =>
  refuse('AttachmentTooLarge', { fieldErrors: [fieldError(field, 'AttachmentTooLarge', message)] });

/**
 * Makes of a file what is shown: WebP, upright, 512 pixels a side at most, without metadata. Refuses with InvalidFileExtension
 * what is no picture of pixels or is broken, and with AttachmentTooLarge, before it is decoded, one of more than 5 MB or 50 megapixels.
 * Ends the request with 429 when too many wait. @param field what is called wrong.
 */
export function makePicture(file: Buffer, field = 'body'): Promise<Buffer | Refusal> {
  if (file.length === 0) return Promise.resolve(noPicture(field));
  if (file.length > MOST_BYTES) return Promise.resolve(tooLarge(field));
  return turns.take(async () => {
    const sharp = await sharpOf();
    const known = await sharp(file, { limitInputPixels: false })
      .metadata()
      .catch(() => undefined);
    if (!known) return noPicture(field);
    if (known.width * known.height > MOST_PIXELS) return tooLarge(field, 'The picture has more than 50 megapixels');
    return sharp(file, { failOn: 'error', limitInputPixels: MOST_PIXELS })
      .autoOrient()
      .resize({ width: MOST_PIXELS_A_SIDE, height: MOST_PIXELS_A_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .timeout({ seconds: MOST_SECONDS })
      .toBuffer()
      .catch(() => noPicture(field, 'The picture is broken'));
  });
}
