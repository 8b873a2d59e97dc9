import { useSyncExternalStore } from 'react';

const follow = (onChange: () => void) => {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
};

/** Whether the device has a network connection. */
export const useOnline = (): boolean => useSyncExternalStore(follow, () => navigator.onLine);
