const isMac = /^(Mac|iP)/.test(navigator.platform);

/** The shortcut as it is printed on keys: "Ctrl K", or "⌘K" on a Mac. */
export const paletteKeyLabel = isMac ? '⌘K' : 'Ctrl K';

/** The shortcut for `aria-keyshortcuts`. */
export const paletteKeyShortcut = isMac ? 'Meta+K' : 'Control+K';

/** Whether the shortcut was pressed. On a Mac, Ctrl-K is not used: in text fields it deletes to the end of the line. */
export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' &&
  (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) &&
  !altKey &&
  !shiftKey &&
  !isComposing;
