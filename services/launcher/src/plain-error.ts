import { FilesUnavailable } from '@plimsoll/api/attachments/storage/files-away';
import { ConfigurationError } from './configuration.ts';

/** Something that a person can put right, told in one line and without a stack. */
export class PlainError extends Error {
  override readonly name = 'PlainFault';
}

/** How a database of one's own is made ready. */
export const HOW_TO_MIGRATE = 'DATABASE_ADMIN_URL=… npm run plimsoll -- migrate';

export const olderLog = (url: string): PlainError =>
  new PlainError(
    `the database ${placeOf(url)} holds a log of an older format, which this version does not read: give an empty database`,
  );

/** Which database an address means, without who asks and their password. */
export const placeOf = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
};

/** What the database or the network said when it was reached for; anything else as it is. */
export function asPlain(error: unknown, url: string, variable: string): unknown {
  const { code, message } = error as { code?: string; message?: string };
  if (!code || !(/^(ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ETIMEDOUT|EAI_AGAIN)$/.test(code) || /^(28|3D)/.test(code)))
    return error;
  const hint =
    variable !== 'DATABASE_ADMIN_URL' && code.startsWith('28')
      ? `; the roles' passwords follow from SEALING_KEY: either it is another than the one of this installation, or the database has not been made ready, which ${HOW_TO_MIGRATE} does, with the same SEALING_KEY`
      : '';
  return new PlainError(`cannot use the database ${placeOf(url)} of ${variable}: ${message || code}${hint}`);
}

const isDiskFull = (code: string | undefined): boolean => code === 'ENOSPC' || code === 'EDQUOT';

/** @param path what could not be written. */
export const limitedFiles = (path: string): string =>
  `${path} could not be written: this process may not write files that large (ulimit -f). Lift its limit and start again; what was acknowledged is not lost`;

/** @param path what could not be written. */
export const fullDisk = (path: string): string =>
  `the disk is full: ${path} could not be written. Make room on the disk of DATA_DIR and start again; what was acknowledged is not lost`;

/** What is printed when the program cannot go on. */
export function explain(error: unknown): string {
  if (error instanceof ConfigurationError) return error.errors.map((line) => `plimsoll: ${line}`).join('\n');
  if (error instanceof PlainError || error instanceof FilesUnavailable) return `plimsoll: ${error.message}`;
  const { code, path, syscall, stack, message } = error as NodeJS.ErrnoException;
  // What is refused when it is written, and not when it is opened, has no path.
  if (isDiskFull(code)) return `plimsoll: ${fullDisk(path ?? 'a file')}`;
  if (code === 'EFBIG') return `plimsoll: ${limitedFiles(path ?? 'a file')}`;
  // Below a read-only folder a recursive mkdir says ENOENT.
  const unwritable = path && (['EROFS', 'EACCES', 'EPERM'].includes(code ?? '') || syscall === 'mkdir');
  if (unwritable) return `plimsoll: cannot write to ${path} (${code}); DATA_DIR says where the data lie`;
  return `plimsoll: ${stack ?? message ?? String(error)}`;
}
