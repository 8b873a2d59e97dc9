import { fileError } from './public/file-errors.ts';
import { freeName } from '../../lib/offline/file-names.ts';
import { ApiProblem, errorText } from '../../lib/api/problem.ts';

/** Why a file was not added, and whether sending the same again may help. */
export interface Refused {
  readonly words: string;
  readonly mayRetry: boolean;
}

/** A file that was chosen for an event and is not known to be there. */
export interface Unsent {
  readonly attachmentGuid: string;
  readonly name: string;
  readonly content: File;
  /** ADDED until the list has it. */
  readonly standing: 'WAITING' | 'SENDING' | 'LOOKED_AT' | 'ADDED' | 'REFUSED';
  /** How much has gone, from 0 to 1. */
  readonly sent: number;
  readonly refused: Refused | null;
  /** Whether it lies on this device, sealed. */
  readonly isLocked?: boolean;
}

const inVain = (words: string): Refused => ({ words, mayRetry: false });

function errorOf(file: Pick<File, 'name' | 'size'>, limitBytes: number): Refused | null {
  const words = fileError(file, limitBytes);
  return words === null ? null : inVain(words);
}

/** The files that somebody has chosen, each to be sent or refused at once. @param taken what others of the event are called. @param limitBytes what the installation takes of a file. */
export function chosen(
  files: readonly File[],
  { taken, limitBytes }: { readonly taken: readonly string[]; readonly limitBytes: number },
  newGuid: () => string,
): Unsent[] {
  const names = [...taken];
  return files.map((content) => {
    const refused = errorOf(content, limitBytes);
    const name = refused ? content.name : freeName(content.name, names);
    if (!refused) names.push(name);
    return { attachmentGuid: newGuid(), name, content, standing: refused ? 'REFUSED' : 'WAITING', sent: 0, refused };
  });
}

/** What the server says is wrong with a file, and what helps against it. Of two classes the text speaks of requests. */
export function refusalOf(error: unknown): Refused {
  if (!(error instanceof ApiProblem)) return { words: errorText(error), mayRetry: true };
  const said = error.fieldErrors.map(({ message }) => message.replace(/\.?$/, '.'));
  const ownText =
    error.className === 'UnsupportedMediaType' ||
    error.className === 'PayloadTooLarge' ||
    error.className === 'MalformedRequest'
      ? []
      : [error.message.replace(/\.?$/, '.')];
  const words = [...new Set([...(said.length > 0 ? ownText : [error.message.replace(/\.*$/, '.')]), ...said])].join(
    ' ',
  );
  return { words, mayRetry: error.status !== 400 && error.status !== 413 && error.status !== 415 };
}

/** Whether it is not there yet and may still be. */
export const isAtStake = ({ standing, refused }: Unsent): boolean =>
  standing !== 'ADDED' && refused?.mayRetry !== false;
