import { fileTypes, isPicture, type FileEnding, type FileType } from '@plimsoll/contracts/attachments/file-types';
import { WEB_PAGE_FILE } from '@plimsoll/contracts/attachments/attachment-texts';
import { refuse, type Refusal } from '../../commands/decision.ts';
import { fieldError } from '../../commands/field-error.ts';
import { archiveEntries, unpacksTooFar } from './archive-limits.ts';
import { erasePositions, UnreadableMetadata } from './erase-positions.ts';
import { officeType } from './office-type.ts';
import { pictureParts } from './picture-parts.ts';

/** An accepted file: its type, and the bytes to store. */
export interface Judged {
  readonly contentType: FileType;
  readonly content: Buffer;
  /** Whether the bytes are exactly the received ones. */
  readonly isAsItCame: boolean;
}

const MAX_PIXELS = 100_000_000;
const MARKUP = /<\s*(?:!doctype\s+html|html|script|svg|iframe|body|object|embed)[\s>/]|<\?php|javascript:/i;
const HIDDEN = /<\s*(?:!doctype\s+html|html|script|iframe)[\s>/]|<\?php|PK\u0003\u0004|%PDF-/i;
const OLD_MACROS = ['_VBA_PROJECT', 'VBA', 'Macros'].map((name) => Buffer.from(name, 'utf16le'));
const ZIP = Buffer.from('504b0304', 'hex');
const CFB = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** Encodings with two bytes or more per character, by their byte order marks. */
const WIDE = [
  ['utf-16le', Buffer.from([0xff, 0xfe])],
  ['utf-16be', Buffer.from([0xfe, 0xff])],
] as const;

const dangerous = (message: string): Refusal =>
  refuse('UnsupportedMediaType', { fieldErrors: [fieldError('body', 'UnsupportedMediaType', message)] });
const tooMuch = (message: string): Refusal =>
  refuse('PayloadTooLarge', { fieldErrors: [fieldError('body', 'PayloadTooLarge', message)] });
const otherContent = (extension: FileEnding): Refusal =>
  refuse('InvalidFileExtension', {
    fieldErrors: [fieldError('name', 'InvalidFileExtension', `The content is not what .${extension} stands for`)],
  });

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
  if (!isOf(mime, contentType))
    return MARKUP.test(content.toString('latin1', 0, 4096)) ? dangerous(WEB_PAGE_FILE) : otherContent(extension);
  if (contentType.startsWith('application/vnd.') && archive === 'INVALID') return otherContent(extension);
  try {
    const accepted = isPicture(contentType) ? await judgePicture(content, extension, contentType) : content;
    if (!Buffer.isBuffer(accepted)) return accepted;
    const hasErased = !keepPositions && erasePositions(accepted, contentType);
    return { contentType, content: accepted, isAsItCame: !hasErased && accepted.length === content.length };
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

async function judgePicture(content: Buffer, extension: FileEnding, contentType: FileType): Promise<Buffer | Refusal> {
  const parts = pictureParts(content, contentType);
  if (!parts) return otherContent(extension);
  const hides = [...parts.metadata, content.subarray(parts.end)].some((part) => HIDDEN.test(part.toString('latin1')));
  if (hides)
    return dangerous(
      'There is something else in this picture. Save it anew with a program for pictures, and attach that.',
    );
  const picture = content.subarray(0, parts.end);
  const pixels = contentType === 'image/heic' ? heicPixels(picture) : await pixelsOf(picture);
  if (pixels === null) return otherContent(extension);
  return pixels > MAX_PIXELS
    ? tooMuch('The picture has more than 100 megapixels. Save it smaller, and attach that.')
    : picture;
}

/** Pixels according to the header; null where it cannot be read. */
async function pixelsOf(picture: Buffer): Promise<number | null> {
  const { default: sharp } = await import('sharp');
  return sharp(picture, { limitInputPixels: false })
    .metadata()
    .then(
      ({ width, height }) => width * height,
      () => null,
    );
}

/** Pixels of the largest picture in the file, according to its headers. */
function heicPixels(content: Buffer): number {
  let max = 0;
  for (
    let at = content.indexOf('ispe', 0, 'latin1');
    at >= 0 && at + 16 <= content.length;
    at = content.indexOf('ispe', at + 4, 'latin1')
  ) {
    if (at >= 4 && content.readUInt32BE(at - 4) === 20)
      max = Math.max(max, content.readUInt32BE(at + 8) * content.readUInt32BE(at + 12));
  }
  return max;
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
  return { contentType, content, isAsItCame: true };
}

function judgeText(content: Buffer, extension: FileEnding, contentType: FileType): Judged | Refusal {
  const wide = WIDE.find(([, mark]) => content.subarray(0, mark.length).equals(mark))?.[0];
  // Without zeros a text in UTF-32 reads like the same one in UTF-16.
  const text = wide ? new TextDecoder(wide).decode(content).replaceAll('\0', '') : content.toString('latin1');
  if (MARKUP.test(text) || text.startsWith('#!')) return dangerous(WEB_PAGE_FILE);
  if (content.includes(0) && !wide) return otherContent(extension);
  return text.startsWith('%PDF-') || text.startsWith('PK\u0003\u0004')
    ? otherContent(extension)
    : { contentType, content, isAsItCame: true };
}
