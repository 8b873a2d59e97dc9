const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

/** How long after the one before each attempt is made. */
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
const SPREAD = 0.1;
/** What is kept for 30 days is not put off for longer. */
const LONGEST_WISH_MS = 30 * 24 * HOUR;

export const MOST_TRIES = PAUSES_MS.length;

export interface Failed {
  /** Attempts so far, this one among them. */
  readonly tries: number;
  readonly now: Date;
  /** From 0 to 1. */
  readonly random: number;
  /** When the receiver wishes to be asked again. */
  readonly notBefore: Date | undefined;
}

/** When a delivery is tried again, a tenth sooner or later by chance; a longer wish of the receiver wins. Undefined where it has been tried often enough. */
export function nextAttempt({ tries, now, random, notBefore }: Failed): Date | undefined {
  const pause = PAUSES_MS[tries];
  if (pause === undefined) return undefined;
  const own = now.getTime() + Math.round(pause * (1 - SPREAD + 2 * SPREAD * random));
  const wished = Math.min(notBefore?.getTime() ?? 0, now.getTime() + LONGEST_WISH_MS);
  return new Date(Math.max(own, wished));
}

/** A Retry-After as the moment that it means: seconds or a date; undefined for anything else. */
export function retryAfter(header: string | undefined, now: Date): Date | undefined {
  if (header === undefined) return undefined;
  const seconds = /^\s*(\d{1,9})\s*$/.exec(header)?.[1];
  const moment = seconds === undefined ? Date.parse(header) : now.getTime() + Number(seconds) * SECOND;
  return Number.isNaN(moment) ? undefined : new Date(moment);
}
