import type { FileType } from '@plimsoll/contracts/attachments/file-types';
import { boxes } from '../boxes.ts';
import { Eraser } from './eraser.ts';
import { eraseFromAllExif } from './exif.ts';
import { eraseFromHeic } from './heic.ts';
import { eraseFromJpeg } from './jpeg.ts';
import { eraseFromPng } from './png.ts';
import { eraseFromVideo } from './video.ts';
import { eraseFromGif, eraseFromWebp } from './webp-gif.ts';
import { eraseFromPackets } from './xmp.ts';

/** A file without locations, and whether there were any. */
export interface WithoutPositions {
  /** The given buffer, changed in place, unless a compressed text had to be packed again. */
  readonly content: Buffer;
  readonly hasErased: boolean;
}

/**
 * Erases where a photo or video was taken: in EXIF, XMP of any namespace, IPTC, texts, maker notes, boxes and tracks of
 * videos. Pixels, sound and other metadata stay unchanged, and so does the length where nothing is compressed. Data of
 * vendors whose form is not known is emptied, because it may have a location. Takes a time that grows with the size
 * alone.
 * @throws UnreadableMetadata for entries that no device writes.
 */
export function erasePositions(content: Buffer, contentType: FileType): WithoutPositions {
  const eraser = new Eraser(content.length);
  const isVideo = contentType === 'video/mp4' || contentType === 'video/quicktime';
  if (!isVideo && !contentType.startsWith('image/')) return { content, hasErased: false };
  const cleaned = eraseByType(content, contentType, eraser);
  // Media data is most of a video, and may contain such byte sequences by chance.
  for (const part of isVideo ? outsideMedia(cleaned) : [cleaned]) {
    eraseFromAllExif(part, eraser);
    eraseFromPackets(part, eraser);
  }
  // Checksums follow what was found last.
  return {
    content: contentType === 'image/png' ? eraseFromPng(cleaned, eraser) : cleaned,
    hasErased: eraser.hasErased,
  };
}

function eraseByType(content: Buffer, contentType: FileType, eraser: Eraser): Buffer {
  switch (contentType) {
    case 'image/jpeg':
      eraseFromJpeg(content, eraser);
      break;
    case 'image/png':
      return eraseFromPng(content, eraser);
    case 'image/webp':
      eraseFromWebp(content, eraser);
      break;
    case 'image/gif':
      eraseFromGif(content, eraser);
      break;
    case 'image/heic':
      eraseFromHeic(content, eraser);
      break;
    default:
      eraseFromVideo(content, eraser);
  }
  return content;
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
