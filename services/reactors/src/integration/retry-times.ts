const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** The pause before each attempt. */
const PAUSES_MS = [
  0,
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;
/** Random jitter: a tenth sooner or later. */
const JITTER = 0.1;
/** Deliveries are stored for 30 days, so a Retry-After beyond that is cut. */
const MAX_RETRY_AFTER_MS = 30 * 24 * HOUR;

export const MAX_TRIES = PAUSES_MS.length;

export interface FailedAttempt {
  /** Attempts so far, including this one. */
  readonly tries: number;
  readonly now: Date;
  /** From 0 to 1. */
  readonly random: number;
  /** The receiver's Retry-After. */
  readonly notBefore: Date | undefined;
}

/**
 * When to retry a delivery: after its pause with jitter, or the receiver's Retry-After if later. Undefined after the
 * last try.
 */
export function nextAttempt({ tries, now, random, notBefore }: FailedAttempt): Date | undefined {
  const pause = PAUSES_MS[tries];
  if (pause === undefined) return undefined;
  const own = now.getTime() + Math.round(pause * (1 - JITTER + 2 * JITTER * random));
  const requested = Math.min(notBefore?.getTime() ?? 0, now.getTime() + MAX_RETRY_AFTER_MS);
  return new Date(Math.max(own, requested));
}

/** Parses a Retry-After header, seconds or a date; undefined for anything else. */
export function retryAfter(header: string | undefined, now: Date): Date | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\s*(\d{1,9})\s*$/.exec(header)?.[1];
  const moment = seconds === undefined ? Date.parse(header) : now.getTime() + Number(seconds) * SECOND;
  return Number.isNaN(moment) ? undefined : new Date(moment);
}
