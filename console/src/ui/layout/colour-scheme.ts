import { useSyncExternalStore } from 'react';

export type ColourScheme = 'auto' | 'light' | 'dark';

/** public/prelude.js reads it before the first paint. */
const KEY = 'plimsoll-colour-scheme';
/** Where the styles look for it. */
const ATTRIBUTE = 'data-mantine-color-scheme';

const systemIsDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();
/** Where nothing can be kept the choice holds until the page is closed. */
let chosen: ColourScheme = 'auto';

/** What the person has chosen on this device; 'auto' follows the system. */
export function colourScheme(): ColourScheme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'auto';
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

/** Shows everything in a scheme, here and in the other tabs, and remembers it on this device. */
export function chooseColourScheme(scheme: ColourScheme): void {
  chosen = scheme;
  try {
    localStorage.setItem(KEY, scheme);
  } catch {
    // Kept nowhere.
  }
  show();
}

/** Calls `listener` whenever the choice changes, and keeps the page in step with system and other tabs meanwhile. Gives what ends it. */
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

/** The person's colour scheme and how to change it. */
export function useColourScheme(): { scheme: ColourScheme; choose: (scheme: ColourScheme) => void } {
  return { scheme: useSyncExternalStore(followColourScheme, colourScheme), choose: chooseColourScheme };
}
