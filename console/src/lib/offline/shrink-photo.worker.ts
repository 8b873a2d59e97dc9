import { exifOf, HEAD_BYTES, takenIn, withExif } from './photo-date.ts';
import { positionIn } from './photo-position.ts';

/** The longer side of a shrunk photo, in pixels. */
const MAX_PIXELS = 2048;
const QUALITY = 0.85;

/**
 * Shrinks a photo to at most 2048 pixels, as JPEG, keeping its date, and its position if wanted; null if it is small enough. Rejects if it cannot
 * be decoded.
 */
async function shrunk(photo: Blob, keepsPosition: boolean): Promise<Blob | null> {
  const picture = await createImageBitmap(photo, { imageOrientation: 'from-image' });
  const { width, height } = picture;
  const scale = MAX_PIXELS / Math.max(width, height);
  if (scale >= 1) return null;
  const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
  const context = canvas.getContext('2d')!;
  // A JPEG has no transparency: without a background what is transparent would become black.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  const [small, head] = await Promise.all([
    canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY }),
    photo.slice(0, HEAD_BYTES).arrayBuffer(),
  ]);
  const taken = takenIn(head);
  const position = keepsPosition ? positionIn(head) : null;
  return taken || position
    ? withExif(new Uint8Array(await small.arrayBuffer()), exifOf(taken, position ?? undefined))
    : small;
}

interface ToShrink {
  readonly id: number;
  readonly photo: Blob;
  readonly keepsPosition: boolean;
}

addEventListener('message', ({ data: { id, photo, keepsPosition } }: MessageEvent<ToShrink>) => {
  shrunk(photo, keepsPosition).then(
    (small) => postMessage({ id, small }),
    () => postMessage({ id, small: null }),
  );
});
