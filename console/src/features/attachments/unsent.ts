import { MAX_FILE_LIMIT_BYTES } from '@plimsoll/contracts/attachments/file-types';
import { fileError } from './public/file-errors.ts';
import { freeName } from '../../lib/offline/file-names.ts';
import { ApiProblem, errorText } from '../../lib/api/problem.ts';

/** Why a file was rejected, and whether a retry may succeed. */
export interface Refused {
  readonly text: string;
  readonly mayRetry: boolean;
}

/** A chosen file that is not yet in the list of attachments. */
export interface Unsent {
  readonly attachmentGuid: string;
  readonly name: string;
  readonly content: File;
  /** ADDED until the reloaded list contains it. */
  readonly status: 'WAITING' | 'SENDING' | 'CHECKING' | 'ADDED' | 'REFUSED';
  /** Fraction that has been sent, from 0 to 1. */
  readonly sent: number;
  readonly refused: Refused | null;
  /** Whether an encrypted copy is stored on this device. */
  readonly isLocked?: boolean;
}

const rejected = (text: string): Refused => ({ text, mayRetry: false });

function errorOf(file: Pick<File, 'name' | 'size'>, limitBytes: number): Refused | null {
  const text = fileError(file, limitBytes);
  return text === null ? null : rejected(text);
}

/**
 * Turns chosen files into queue entries; invalid files are rejected immediately.
 * @param taken names of the owner's other files
 * @param limitBytes maximum size of a file, in bytes
 */
export function toUploads(
  files: readonly File[],
  { taken, limitBytes }: { readonly taken: readonly string[]; readonly limitBytes: number },
  newGuid: () => string,
): Unsent[] {
  const names = [...taken];
  return files.map((content) => {
    const refused = errorOf(content, limitBytes);
    const name = refused ? content.name : freeName(content.name, names);
    if (!refused) names.push(name);
    return { attachmentGuid: newGuid(), name, content, status: refused ? 'REFUSED' : 'WAITING', sent: 0, refused };
  });
}

/**
 * Maps an upload error to its text and whether a retry may succeed. For some classes the general message is about the
 * request rather than the file; then only the field errors are shown.
 */
export function refusalOf(error: unknown): Refused {
  if (!(error instanceof ApiProblem)) return { text: errorText(error), mayRetry: true };
  const fieldMessages = error.fieldErrors.map(({ message }) => message.replace(/\.?$/, '.'));
  const ownText =
    error.className === 'UnsupportedMediaType' ||
    error.className === 'PayloadTooLarge' ||
    error.className === 'MalformedRequest'
      ? []
      : [error.message.replace(/\.?$/, '.')];
  const text = [
    ...new Set([...(fieldMessages.length > 0 ? ownText : [error.message.replace(/\.*$/, '.')]), ...fieldMessages]),
  ].join(' ');
  return { text, mayRetry: error.status !== 400 && error.status !== 413 && error.status !== 415 };
}

/** Whether the file is on this device only. */
export const isUnsent = ({ status }: Unsent): boolean => status !== 'ADDED';

/** Whether the file has not been uploaded and still can be. */
const isPending = ({ status, refused }: Unsent): boolean => status !== 'ADDED' && refused?.mayRetry !== false;

/** Whether the file would be lost with the page: larger ones than the server takes stay where they were chosen. */
export const mayBeLost = (file: Unsent): boolean =>
  isPending(file) || (isUnsent(file) && !file.isLocked && file.content.size <= MAX_FILE_LIMIT_BYTES);
