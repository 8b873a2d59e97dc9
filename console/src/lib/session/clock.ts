import { useSyncExternalStore } from 'react';

/** Smaller clock errors are ignored, as the API does; in milliseconds. */
const TOLERANCE_MS = 5 * 60_000;
/** Slower responses say too little about the time of their arrival; in milliseconds. */
const MAX_ROUND_TRIP_MS = 60_000;

/** How far this device's clock is ahead of the server's, in milliseconds; null before the first response. */
let ahead: number | null = null;
const listeners = new Set<() => void>();

const clockError = (): number => (ahead !== null && Math.abs(ahead) > TOLERANCE_MS ? ahead : 0);

/**
 * Takes the server's time from the Date header of a response to a request sent at `askedAt`, received at `arrivedAt`
 * (milliseconds, by this device's clock).
 */
export function noteServerTime(date: string | null, sentAt: number, arrivedAt = Date.now()): void {
  const serverMs = Date.parse(date ?? '');
  if (Number.isNaN(serverMs) || arrivedAt < sentAt || arrivedAt - sentAt > MAX_ROUND_TRIP_MS) return;
  ahead = arrivedAt - serverMs;
  for (const listener of listeners) listener();
}

/** The server's current time, as estimated from its responses. */
export const serverTime = (): Date => new Date(Date.now() - (ahead ?? 0));

/** This device's time, corrected if it is more than five minutes off. */
export const now = (): Date => new Date(Date.now() - clockError());

/** A duration in words, in the largest fitting unit: '3 hours'. */
export function durationText(milliseconds: number): string {
  const minutes = Math.round(Math.abs(milliseconds) / 60_000);
  const [count, unit] =
    minutes < 90
      ? [minutes, 'minute']
      : minutes < 36 * 60
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1440), 'day'];
  return `${count.toLocaleString('en-CA')} ${unit}${count === 1 ? '' : 's'}`;
}

/** '3 hours fast', for a clock that is this many milliseconds ahead. */
export const clockErrorText = (milliseconds: number): string =>
  `${durationText(milliseconds)} ${milliseconds > 0 ? 'fast' : 'slow'}`;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How wrong this device's clock is, in words: '3 hours fast'; null while it is right within five minutes. */
export const useWrongClock = (): string | null =>
  useSyncExternalStore(subscribe, () => (clockError() === 0 ? null : clockErrorText(clockError())));
