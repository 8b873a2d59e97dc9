import { useSyncExternalStore } from 'react';

/** A clock that is wrong by less is nobody's business; the API takes as much. */
const WORTH_MS = 5 * 60_000;
/** An answer that took longer says too little of the moment at which it comes. */
const SLOWEST_MS = 60_000;

/** By how much this device's clock is ahead of the server's, in milliseconds; null before the first answer. */
let ahead: number | null = null;
const listeners = new Set<() => void>();

const wrongBy = (): number => (ahead !== null && Math.abs(ahead) > WORTH_MS ? ahead : 0);

/** Takes the Date header of an answer to what was asked at `askedAt` and came at `arrivedAt` (in milliseconds, by this device's clock). */
export function noteServerTime(date: string | null, askedAt: number, arrivedAt = Date.now()): void {
  const told = Date.parse(date ?? '');
  if (Number.isNaN(told) || arrivedAt < askedAt || arrivedAt - askedAt > SLOWEST_MS) return;
  ahead = arrivedAt - told;
  for (const listener of listeners) listener();
}

/** What the server's clock shows, as far as its answers have told. */
export const serverTime = (): Date => new Date(Date.now() - (ahead ?? 0));

/** This device's clock, set right where it is more than five minutes off. */
export const now = (): Date => new Date(Date.now() - wrongBy());

/** The largest unit that the difference fills, in words: '3 hours'. */
export function lengthWords(milliseconds: number): string {
  const minutes = Math.round(Math.abs(milliseconds) / 60_000);
  const [count, unit] =
    minutes < 90
      ? [minutes, 'minute']
      : minutes < 36 * 60
        ? [Math.round(minutes / 60), 'hour']
        : [Math.round(minutes / 1440), 'day'];
  return `${count.toLocaleString('en-CA')} ${unit}${count === 1 ? '' : 's'}`;
}

/** '3 hours fast', for a clock that is so many milliseconds ahead. */
export const clockWords = (milliseconds: number): string =>
  `${lengthWords(milliseconds)} ${milliseconds > 0 ? 'fast' : 'slow'}`;

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** How wrong this device's clock is, in words: '3 hours fast'; null while it is right within five minutes. */
export const useWrongClock = (): string | null =>
  useSyncExternalStore(subscribe, () => (wrongBy() === 0 ? null : clockWords(wrongBy())));
