import { fileTypes, isPicture, type FileEnding, type FileType } from '@plimsoll/contracts/attachments/file-types';
import { WEB_PAGE_FILE } from '@plimsoll/contracts/attachments/attachment-texts';
import type { Refusal } from '../../commands/decision.ts';
import { archiveEntries, unpacksTooFar } from './archive-limits.ts';
import { boxes } from './boxes.ts';
import { heicPixels, webpPixels } from './pixels.ts';
import type { Judged } from './judged.ts';
import { judgeText } from './judge-text.ts';
import { officeType } from './office-type.ts';
import { pictureParts } from './picture-parts.ts';
import { erasePositions } from './positions/erase-positions.ts';
import { UnreadableMetadata } from './positions/eraser.ts';
import { dangerous, MARKUP, otherContent, tooMuch } from './refusals.ts';

const MAX_PIXELS = 100_000_000;
const HIDDEN = /<\s*(?:!doctype\s+html|html|script|iframe)[\s>/]|<\?php|PK\u0003\u0004|%PDF-/i;
const OLD_MACROS = ['_VBA_PROJECT', 'VBA', 'Macros'].map((name) => Buffer.from(name, 'utf16le'));
const ZIP = Buffer.from('504b0304', 'hex');
const CFB = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const PDF = Buffer.from('%PDF-', 'latin1');
/** Readers look for the beginning of a PDF in so many bytes. */
const MAX_BEFORE_PDF = 1_024;

/**
 * Detects a file's type from its content and decides whether to accept it. Overwrites locations in `content` in place
 * unless they are to be preserved, and cuts off what follows the end of a picture.
 */
export async function judgeFile(
  content: Buffer,
  extension: FileEnding,
  keepPositions: boolean,
): Promise<Judged | Refusal> {
  const contentType = fileTypes[extension];
  if (contentType === 'text/csv' || contentType === 'text/plain') return judgeText(content, extension, contentType);
  if (
    contentType === 'application/msword' ||
    contentType === 'application/vnd.ms-excel' ||
    contentType === 'application/vnd.ms-powerpoint'
  )
    return judgeOld(content, extension, contentType);
  // The library for type detection is loaded on first use.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(content).catch(() => undefined);
  const archive = content.subarray(0, ZIP.length).equals(ZIP) ? archiveEntries(content) : 'INVALID';
  if (archive === 'OVER_LIMIT')
    return tooMuch('The file has more than 10,000 parts, or parts that overlap. Save it again with an office program.');
  // A decompression bomb is reported as such, whatever type it claims.
  if (archive !== 'INVALID' && (await unpacksTooFar(content, archive)))
    return tooMuch(
      'Unpacked it has more than 200 MB, or more than a hundred times its size. Attach what it holds piece by piece.',
    );
  const parts = archive === 'INVALID' ? [] : archive;
  const mime = officeType(content, parts) ?? found?.mime;
  if (parts.some(({ name }) => /vbaproject|\.bas$|activex/i.test(name)) || /macroenabled/i.test(mime ?? ''))
    return dangerous('The file has macros. Save it without them, such as .docx in place of .docm.');
  if (contentType === 'application/pdf' && mime !== contentType)
    return judgeLatePdf(content, extension, found !== undefined);
  if (!isOf(mime, contentType))
    return MARKUP.test(content.toString('latin1', 0, 4096)) ? dangerous(WEB_PAGE_FILE) : otherContent(extension);
  if (contentType.startsWith('application/vnd.') && archive === 'INVALID') return otherContent(extension);
  try {
    const accepted = isPicture(contentType)
      ? await judgePicture(content, extension, contentType)
      : contentType.startsWith('video/')
        ? judgeVideo(content, keepPositions)
        : { content, isDamaged: false };
    if ('refused' in accepted) return accepted;
    const cleaned = keepPositions
      ? { content: accepted.content, hasErased: false }
      : erasePositions(accepted.content, contentType);
    return {
      contentType,
      content: cleaned.content,
      isAsItCame: !cleaned.hasErased && cleaned.content.length === content.length,
      isDamaged: accepted.isDamaged,
    };
  } catch (error) {
    if (!(error instanceof UnreadableMetadata)) throw error;
    return dangerous('The data about this file is damaged. Save it again with another program, and attach that.');
  }
}

const isOf = (found: string | undefined, wanted: FileType): boolean =>
  found === wanted ||
  (wanted === 'image/heic' && found === 'image/heif') ||
  (wanted === 'image/png' && found === 'image/apng') ||
  (wanted === 'video/mp4' && (found === 'video/x-m4v' || found === 'video/3gpp'));

/** A PDF with bytes before its beginning, such as the headers of a transfer. */
function judgeLatePdf(content: Buffer, extension: FileEnding, isOther: boolean): Judged | Refusal {
  const at = content.subarray(0, MAX_BEFORE_PDF + PDF.length).indexOf(PDF);
  if (MARKUP.test(content.toString('latin1', 0, at < 0 ? 4_096 : at))) return dangerous(WEB_PAGE_FILE);
  if (at < 0 || isOther) return otherContent(extension);
  return { contentType: 'application/pdf', content, isAsItCame: true, isDamaged: false };
}

/** A compressed description of tracks, and references to other films instead of one (QuickTime). */
const UNREADABLE_IN_MOVIE = new Set(['cmov', 'rmra']);

/**
 * A video without a description of its tracks: no player shows it, and what is in it can't be checked. Neither can a
 * description that is compressed or elsewhere, and without it the film is lost.
 */
function judgeVideo(
  content: Buffer,
  keepPositions: boolean,
): { readonly content: Buffer; readonly isDamaged: boolean } | Refusal {
  let [isDescribed, isDamaged] = [false, false];
  for (const { type, from, to, isCut } of boxes(content)) {
    const isUnreadable =
      type === 'moov' && [...boxes(content, from, to)].some((box) => UNREADABLE_IN_MOVIE.has(box.type));
    if (isUnreadable && !keepPositions)
      return dangerous('The video has details in a form that can’t be checked. Export it again, and attach that.');
    isDamaged ||= isCut;
    isDescribed ||= type === 'moov' && !isCut;
  }
  return isDescribed
    ? { content, isDamaged }
    : dangerous('The video breaks off before the part that players need. Export it again, and attach that.');
}

async function judgePicture(
  content: Buffer,
  extension: FileEnding,
  contentType: FileType,
): Promise<{ readonly content: Buffer; readonly isDamaged: boolean } | Refusal> {
  const parts = pictureParts(content, contentType);
  if (!parts) return otherContent(extension);
  const hides = [...parts.metadata, content.subarray(parts.end)].some((part) => HIDDEN.test(part.toString('latin1')));
  if (hides)
    return dangerous(
      'There is something else in this picture. Save it again with a program for pictures, and attach that.',
    );
  const picture = content.subarray(0, parts.end);
  const pixels =
    contentType === 'image/heic'
      ? heicPixels(picture)
      : contentType === 'image/webp' && parts.isDamaged
        ? webpPixels(picture)
        : await pixelsOf(picture);
  if (pixels === null) return otherContent(extension);
  return pixels > MAX_PIXELS
    ? tooMuch('The picture has more than 100 megapixels. Save it smaller, and attach that.')
    : { content: picture, isDamaged: parts.isDamaged };
}

/** Pixels according to the header; null where it cannot be read. */
async function pixelsOf(picture: Buffer): Promise<number | null> {
  const { default: sharp } = await import('sharp');
  return sharp(picture, { limitInputPixels: false, failOn: 'none' })
    .metadata()
    .then(
      ({ width, height }) => width * height,
      () => null,
    );
}

function judgeOld(content: Buffer, extension: FileEnding, contentType: FileType): Judged | Refusal {
  if (!content.subarray(0, CFB.length).equals(CFB)) return otherContent(extension);
  // Names are in directory sectors of 512 bytes, whose entries are 128 bytes long.
  for (const name of OLD_MACROS) {
    for (let at = content.indexOf(name); at >= 0; at = content.indexOf(name, at + 1)) {
      if (at % 128 === 0 && at + 66 <= content.length && content.readUInt16LE(at + 64) === name.length + 2)
        return dangerous('The file has macros. Save it without them.');
    }
  }
  return { contentType, content, isAsItCame: true, isDamaged: false };
}
