import { EMPTY_FILE, TOO_LARGE_FILE } from '@plimsoll/contracts/attachments/attachment-texts';
import { endingOf, LARGEST_FILE_BYTES } from '@plimsoll/contracts/attachments/file-types';
import { textOf } from '@plimsoll/contracts/errors';

/** What is wrong with a file that nobody has to be asked for; null when it may be sent. */
export function fileFault({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (endingOf(name) === null) return `${textOf('InvalidFileExtension')}.`;
  if (size > LARGEST_FILE_BYTES) return `${textOf('AttachmentTooLarge')}. ${TOO_LARGE_FILE}.`;
  return size === 0 ? `${EMPTY_FILE}.` : null;
}
