import type { Attachment } from '@plimsoll/contracts/attachments/answers';
import type { FileType } from '@plimsoll/contracts/attachments/file-types';

const kinds: Readonly<Record<FileType, string>> = {
  'image/jpeg': 'JPEG picture',
  'image/png': 'PNG picture',
  'image/gif': 'GIF picture',
  'image/webp': 'WebP picture',
  'image/heic': 'HEIC picture',
  'application/pdf': 'PDF',
  'application/msword': 'Word document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document',
  'application/vnd.ms-excel': 'Excel workbook',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel workbook',
  'application/vnd.ms-powerpoint': 'PowerPoint presentation',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint presentation',
  'text/csv': 'CSV table',
  'text/plain': 'Text',
  'video/mp4': 'MP4 video',
  'video/quicktime': 'QuickTime video',
};

/** Label of a content type. */
export const kindLabel = (contentType: string): string => kinds[contentType as FileType] ?? 'File';

/** Formats a size as '12 bytes', '340 kB' or '1.2 MB' in decimal units (1 kB = 1000 bytes). */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const [amount, unit] = bytes < 999_500 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${amount < 9.95 ? Number(amount.toFixed(1)) : Math.round(amount)} ${unit}`;
}

/** Whether the file is an image, so that thumbnails exist. */
export const isShown = ({ contentType }: Pick<Attachment, 'contentType'>): boolean => contentType.startsWith('image/');

/**
 * Whether the position or hidden data was removed before the file was stored: its hash differs from that of the
 * received bytes.
 */
export const isCleaned = ({ sha256, receivedSha256 }: Pick<Attachment, 'sha256' | 'receivedSha256'>): boolean =>
  sha256 !== receivedSha256;

/** What an auditor reads about files that their grant keeps from them. */
export const withheldText = (count: number): string =>
  count === 1
    ? 'Your access does not include 1 file, because it may show people.'
    : `Your access does not include ${count} files, because they may show people.`;
