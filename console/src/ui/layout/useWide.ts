import { useSyncExternalStore } from 'react';

/**
 * Whether the window is at least this many pixels wide, at the browser's default font size; larger type requires more.
 * The layouts change at 768, 1024 and 1261.
 */
export function useWide(pixels: 768 | 1024 | 1261): boolean {
  const query = `(min-width: ${pixels / 16}em)`;
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}
