import { useSyncExternalStore } from 'react';

/** Smaller clock errors are ignored, as the API does; in milliseconds. */
const TOLERANCE_MS = 5 * 60_000;
/** Slower responses say too little about the time of their arrival; in milliseconds. */
const MAX_ROUND_TRIP_MS = 60_000;

/** A device that has been without the server for longer is asked for the day, in milliseconds. */
const MAX_AWAY_MS = 31 * 86_400_000;
/** How often the server's time is stored, in milliseconds. */
const STORED_EVERY_MS = 60_000;
/** No one reports from a device that has not heard the server for longer, in milliseconds. */
const MAX_SILENCE_MS = 366 * 86_400_000;
const STORED = 'plimsoll-server-time';

/** How far this device's clock is ahead of the server's, in milliseconds; null before the first response. */
let ahead: number | null = null;
const listeners = new Set<() => void>();

/** The server's time of an earlier page of this browser, in milliseconds; null if there is none. */
function storedServerTime(): number | null {
  try {
    return Number(localStorage.getItem(STORED)) || null;
  } catch {
    return null;
  }
}

let lastKnown = storedServerTime();

function store(serverMs: number): void {
  if (lastKnown !== null && Math.abs(serverMs - lastKnown) < STORED_EVERY_MS) return;
  lastKnown = serverMs;
  try {
    localStorage.setItem(STORED, String(serverMs));
  } catch {
    // Without storage the next page starts without it.
  }
}

const clockError = (): number => (ahead !== null && Math.abs(ahead) > TOLERANCE_MS ? ahead : 0);

/**
 * Takes the server's time from the Date header of a response to a request sent at `askedAt`, received at `arrivedAt`
 * (milliseconds, by this device's clock).
 */
export function noteServerTime(date: string | null, sentAt: number, arrivedAt = Date.now()): void {
  const serverMs = Date.parse(date ?? '');
  if (Number.isNaN(serverMs) || arrivedAt < sentAt || arrivedAt - sentAt > MAX_ROUND_TRIP_MS) return;
  ahead = arrivedAt - serverMs;
  store(serverMs);
  for (const listener of listeners) listener();
}

/** Whether the server has told its time to this page. */
export const hasServerTime = (): boolean => ahead !== null;

/** The last time of the server that this browser knows, in milliseconds; null if there is none. */
export const lastServerTime = (): number | null => lastKnown;

/** How a device's clock contradicts the last known time of the server: BEHIND it, or more likely wrong than so long AHEAD. */
export function contradictionOf(deviceMs: number, knownMs: number): 'BEHIND' | 'AHEAD' | null {
  if (deviceMs < knownMs - TOLERANCE_MS) return 'BEHIND';
  return deviceMs > knownMs + MAX_AWAY_MS ? 'AHEAD' : null;
}

/** How this device's clock contradicts the last known time while the server cannot be asked; null where it does not. */
export const clockDoubt = (): ReturnType<typeof contradictionOf> =>
  ahead !== null || lastKnown === null ? null : contradictionOf(Date.now(), lastKnown);

/** The server's current time, as estimated from its responses. */
export const serverTime = (): Date => new Date(Date.now() - (ahead ?? 0));

/**
 * This device's time, corrected if it is more than five minutes off. Before the server has told its time, it is not
 * earlier than the last time that is known.
 */
export const now = (): Date =>
  new Date(clockDoubt() === 'BEHIND' ? lastKnown! + performance.now() : Date.now() - clockError());

/** The latest time that it may be: a clock that is behind says nothing about how long ago the server was heard. */
export const latestNow = (): Date => (clockDoubt() === 'BEHIND' ? new Date(lastKnown! + MAX_SILENCE_MS) : now());

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

/** Whether and how this device's clock contradicts what is known. */
export const useClockDoubt = (): ReturnType<typeof clockDoubt> => useSyncExternalStore(subscribe, clockDoubt);

/** Whether the server has told its time to this page. */
export const useHasServerTime = (): boolean => useSyncExternalStore(subscribe, hasServerTime);
