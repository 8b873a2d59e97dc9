/**
 * File types that may be attached, by file extension. The type is detected from the content and must match the
 * extension.
 */
export const fileTypes = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  csv: 'text/csv',
  txt: 'text/plain',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
} as const;
export type FileEnding = keyof typeof fileTypes;
export type FileType = (typeof fileTypes)[FileEnding];

export const fileEndings = Object.keys(fileTypes) as FileEnding[];
export const contentTypes = [...new Set(Object.values(fileTypes))] as [FileType, ...FileType[]];

/** A file may have so many bytes, unless the installation's setting says otherwise. */
export const USUAL_FILE_LIMIT_BYTES = 26_214_400;
/** And so many wherever it does. */
export const MAX_FILE_LIMIT_BYTES = 104_857_600;
/** So many files an event, or an action, may have. */
export const MAX_ATTACHMENTS = 100;
const MAX_NAME_LENGTH = 1000;

/** The ending of a name, if it is one of those that may be attached. */
export function endingOf(name: string): FileEnding | null {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return ending !== undefined && Object.hasOwn(fileTypes, ending) ? (ending as FileEnding) : null;
}

/**
 * A file name as it is stored: NFC, without folders, control characters and bidirectional marks; null if empty or too
 * long.
 */
export function fileNameOf(given: string): string | null {
  const name = given
    .normalize('NFC')
    .split(/[/\\]/)
    .at(-1)!
    .replaceAll(/[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
    .trim();
  return /[^.\s]/.test(name.replace(/\.[^.]*$/, '')) && name.length <= MAX_NAME_LENGTH ? name : null;
}

/** Two files of one event must not be called the same, whatever the case. */
export const isSameName = (one: string, other: string): boolean =>
  one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();

/** Whether a browser shows it as a picture once it has been decoded. */
export const isPicture = (contentType: string): boolean => contentType.startsWith('image/');
