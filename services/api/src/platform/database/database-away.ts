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
/** The socket of a database that is not up is not there; another file that is missing says nothing of it. */
const isWithoutSocket = (code: unknown, syscall: unknown): boolean => code === 'ENOENT' && syscall === 'connect';
/** 08 connection, 53 resources, 57P0 shutting down or starting, 57014 timed out, 25006 a standby, 40P01 a deadlock and 40001 a race that were lost again and again. */
const sqlStates = /^(08|53|57P0|57014|25006|40P01|40001)/;
/** What a quota, or a limit of how large files may be, refuses PostgreSQL has no code of its own: it is an internal error of what writes its files. */
const INTERNAL_ERROR = 'XX000';
const writingFiles = new Set(['md.c', 'fd.c', 'buffile.c', 'slru.c', 'xlog.c']);
/** Sayings of `pg`, which gives them no code. */
const sayings =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;

interface Fault {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly syscall?: unknown;
  readonly severity?: unknown;
  /** Of PostgreSQL's own source. */
  readonly file?: unknown;
  readonly errors?: unknown;
  readonly cause?: unknown;
}

/** Whether a fault means that the database cannot be reached or takes nobody just now: trying again later may help. */
export function isDatabaseAway(fault: unknown): boolean {
  if (typeof fault !== 'object' || fault === null) return false;
  const { code, message, syscall, severity, file, errors, cause } = fault as Fault;
  if (Array.isArray(errors) && errors.some(isDatabaseAway)) return true;
  if (severity !== undefined)
    return (
      typeof code === 'string' && (sqlStates.test(code) || (code === INTERNAL_ERROR && writingFiles.has(String(file))))
    );
  if (syscall !== undefined && (systemCodes.has(String(code)) || isWithoutSocket(code, syscall))) return true;
  return (typeof message === 'string' && sayings.test(message)) || isDatabaseAway(cause);
}
