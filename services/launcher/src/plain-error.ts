import { FilesUnavailable } from '@plimsoll/api/attachments/storage/files-away';
import { ConfigurationError } from './configuration.ts';

/** An error that a person can fix, printed as one line without a stack. */
export class PlainError extends Error {
  override readonly name = 'PlainFault';
}

/** Command that prepares a given database. */
export const HOW_TO_MIGRATE = 'DATABASE_ADMIN_URL=… npm run plimsoll -- migrate';

export const olderLog = (url: string): PlainError =>
  new PlainError(
    `the database ${placeOf(url)} holds a log of an older format, which this version does not read: give an empty database`,
  );

/** A database's URL without user and password. */
export const placeOf = (url: string): string => {
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
};

/** Converts an error of the database or the network into a plain one; other errors are returned unchanged. */
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

/** @param path of the file that could not be written. */
export const limitedFiles = (path: string): string =>
  `${path} could not be written: this process may not write files that large (ulimit -f). Lift its limit and start again; what was acknowledged is not lost`;

/** @param path of the file that could not be written. */
export const fullDisk = (path: string): string =>
  `the disk is full: ${path} could not be written. Make room on the disk of DATA_DIR and start again; what was acknowledged is not lost`;

/** The text printed when the program cannot continue. */
export function explain(error: unknown): string {
  if (error instanceof ConfigurationError) return error.errors.map((line) => `plimsoll: ${line}`).join('\n');
  if (error instanceof PlainError || error instanceof FilesUnavailable) return `plimsoll: ${error.message}`;
  const { code, path, syscall, stack, message } = error as NodeJS.ErrnoException;
  // Errors on write, unlike those on open, have no path.
  if (isDiskFull(code)) return `plimsoll: ${fullDisk(path ?? 'a file')}`;
  if (code === 'EFBIG') return `plimsoll: ${limitedFiles(path ?? 'a file')}`;
  // Below a read-only folder, a recursive mkdir reports ENOENT.
  const unwritable = path && (['EROFS', 'EACCES', 'EPERM'].includes(code ?? '') || syscall === 'mkdir');
  if (unwritable) return `plimsoll: cannot write to ${path} (${code}); DATA_DIR says where the data lie`;
  return `plimsoll: ${stack ?? message ?? String(error)}`;
}
