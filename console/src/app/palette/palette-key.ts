const isMac = /^(Mac|iP)/.test(navigator.platform);

/** The key as it is printed: "Ctrl K", on a Mac "⌘K". */
export const paletteKeyWords = isMac ? '⌘K' : 'Ctrl K';

/** The same for assistive technology. */
export const paletteKeyShortcut = isMac ? 'Meta+K' : 'Control+K';

/** Whether it was pressed. On a Mac, Ctrl-K belongs to the text fields: it deletes to the end of the line. */
export const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing }: KeyboardEvent): boolean =>
  key.toLowerCase() === 'k' &&
  (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey) &&
  !altKey &&
  !shiftKey &&
  !isComposing;
