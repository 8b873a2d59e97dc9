import { useSyncExternalStore } from 'react';

let isUnreachable = false;
const listeners = new Set<() => void>();

const follow = (onChange: () => void) => {
  listeners.add(onChange);
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    listeners.delete(onChange);
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
};

/** Notes whether the server can be reached: a device may be connected to a network that leads nowhere. */
export function noteUnreachable(unreachable: boolean): void {
  isUnreachable = unreachable;
  for (const listener of listeners) listener();
}

/** Whether the device has a network that leads to the server, as far as is known. */
export const isOnline = (): boolean => globalThis.navigator?.onLine !== false && !isUnreachable;

export const useOnline = (): boolean => useSyncExternalStore(follow, isOnline);
