const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);
/** ENOENT on `connect` means that the server's socket does not exist; on other calls a missing file proves nothing. */
const isWithoutSocket = (code: unknown, syscall: unknown): boolean => code === 'ENOENT' && syscall === 'connect';
/**
 * 08 connection, 53 resources, 57P0 shutdown or startup, 57014 timeout, 25006 standby, 40P01 deadlock and 40001
 * serialization failure (the latter two after all retries failed).
 */
const sqlStates = /^(08|53|57P0|57014|25006|40P01|40001)/;
/**
 * PostgreSQL has no code of its own for a failed write because of a quota or a file size limit: the source files that
 * write report it as an internal error.
 */
const INTERNAL_ERROR = 'XX000';
const writingFiles = new Set(['md.c', 'fd.c', 'buffile.c', 'slru.c', 'xlog.c']);
/** Messages of `pg`, which gives these errors no code. */
const messages =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;

interface ErrorLike {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly syscall?: unknown;
  readonly severity?: unknown;
  /** Source file of PostgreSQL that raised the error. */
  readonly file?: unknown;
  readonly errors?: unknown;
  readonly cause?: unknown;
}

/** Whether an error means that the database is unreachable or temporarily refuses work, so that a retry may help. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, syscall, severity, file, errors, cause } = error as ErrorLike;
  if (Array.isArray(errors) && errors.some(isDatabaseUnavailable)) return true;
  if (severity !== undefined)
    return (
      typeof code === 'string' && (sqlStates.test(code) || (code === INTERNAL_ERROR && writingFiles.has(String(file))))
    );
  if (syscall !== undefined && (systemCodes.has(String(code)) || isWithoutSocket(code, syscall))) return true;
  return (typeof message === 'string' && messages.test(message)) || isDatabaseUnavailable(cause);
}
