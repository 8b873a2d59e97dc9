import { useSyncExternalStore } from 'react';

export type ColourScheme = 'auto' | 'light' | 'dark';

/** Also read by public/prelude.js, before the first paint. */
const KEY = 'plimsoll-colour-scheme';
/** The attribute that the styles select by. */
const ATTRIBUTE = 'data-mantine-color-scheme';

const systemIsDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
/** Without storage the choice lasts until the page is closed. */
let chosen: ColourScheme = 'auto';

/** The user's choice on this device; 'auto' follows the system. */
export function colourScheme(): ColourScheme {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'auto';
  } catch {
    return chosen;
  }
}

function show(): void {
  const scheme = colourScheme();
  document.documentElement.setAttribute(
    ATTRIBUTE,
    scheme === 'dark' || (scheme === 'auto' && systemIsDark().matches) ? 'dark' : 'light',
  );
  for (const listener of listeners) listener();
}

/** Applies a colour scheme, here and in the other tabs, and stores it on this device. */
export function chooseColourScheme(scheme: ColourScheme): void {
  chosen = scheme;
  try {
    localStorage.setItem(KEY, scheme);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  show();
}

/**
 * Calls `listener` whenever the choice changes, and meanwhile follows the system's scheme and other tabs. Returns the
 * unsubscribe function.
 */
export function followColourScheme(listener: () => void): () => void {
  const system = systemIsDark();
  const byAnotherTab = ({ key }: StorageEvent) => key === KEY && show();
  listeners.add(listener);
  system.addEventListener('change', show);
  window.addEventListener('storage', byAnotherTab);
  return () => {
    listeners.delete(listener);
    system.removeEventListener('change', show);
    window.removeEventListener('storage', byAnotherTab);
  };
}

/** The user's colour scheme and how to change it. */
export function useColourScheme(): { scheme: ColourScheme; choose: (scheme: ColourScheme) => void } {
  return { scheme: useSyncExternalStore(followColourScheme, colourScheme), choose: chooseColourScheme };
}
