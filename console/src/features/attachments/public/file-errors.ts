import { EMPTY_FILE, tooLargeFile } from '@plimsoll/contracts/attachments/attachment-texts';
import { endingOf } from '@plimsoll/contracts/attachments/file-types';
import { textOf } from '@plimsoll/contracts/errors/errors';

/** What is wrong with a file that nobody has to be asked for; null when it may be sent. @param limitBytes what the installation takes. */
export function fileError({ name, size }: Pick<File, 'name' | 'size'>, limitBytes: number): string | null {
  if (endingOf(name) === null) return `${textOf('InvalidFileExtension')}.`;
  if (size > limitBytes) return `${textOf('AttachmentTooLarge')}. ${tooLargeFile(limitBytes)}.`;
  return size === 0 ? `${EMPTY_FILE}.` : null;
}
