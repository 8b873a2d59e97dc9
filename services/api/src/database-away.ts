import pg from 'pg';

const systemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN', 'ENOENT']);
/** Sayings of `pg`, which gives them no code. */
const sayings = /^(timeout exceeded when trying to connect|timeout expired|Connection terminated|Query read timeout|Client has encountered a connection error|Cannot use a pool after calling end)/;

/** Whether a fault means that the database cannot be reached or takes nobody just now: trying again later may help. */
export function isDatabaseAway(fault: unknown): boolean {
  if (fault instanceof AggregateError) return fault.errors.some(isDatabaseAway);
  // 08 connection, 53 resources, 57P0 shutting down or starting, 57014 timed out, 25006 a standby.
  if (fault instanceof pg.DatabaseError) return /^(08|53|57P0|57014|25006)/.test(fault.code ?? '');
  if (!(fault instanceof Error)) return false;
  return ('syscall' in fault && systemCodes.has((fault as NodeJS.ErrnoException).code ?? '')) || sayings.test(fault.message) || isDatabaseAway(fault.cause);
}
