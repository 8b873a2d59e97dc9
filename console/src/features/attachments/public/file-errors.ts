import { EMPTY_FILE, tooLargeFile } from '@plimsoll/contracts/attachments/attachment-texts';
import { endingOf } from '@plimsoll/contracts/attachments/file-types';
import { textOf } from '@plimsoll/contracts/errors/errors';

/**
 * Checks a file before it is uploaded. Returns the error text, or null if the file may be sent.
 * @param limitBytes maximum size that the installation accepts, in bytes
 */
export function fileError({ name, size }: Pick<File, 'name' | 'size'>, limitBytes: number): string | null {
  if (endingOf(name) === null) return `${textOf('InvalidFileExtension')}.`;
  if (size > limitBytes) return `${textOf('AttachmentTooLarge')}. ${tooLargeFile(limitBytes)}.`;
  return size === 0 ? `${EMPTY_FILE}.` : null;
}
