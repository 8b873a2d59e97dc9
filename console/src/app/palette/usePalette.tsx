import { useCallback, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { showAlert } from '../../lib/format/alerts.ts';
import { useSignInReason } from '../../lib/session/session.ts';
import { isPaletteKey } from './palette-key.ts';

type PaletteComponent = typeof import('./Palette.tsx').Palette;

/**
 * Captures keys that are pressed while the dialog is loading, so that they do not reach the page. Returns a function
 * that reads the text typed so far.
 */
function useEarlyKeys(isWaiting: boolean, onCancel: () => void): () => string {
  const typed = useRef('');
  const cancel = useRef(onCancel);
  cancel.current = onCancel;
  useLayoutEffect(() => {
    if (!isWaiting) return;
    typed.current = '';
    const onKeyDown = (press: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = press;
      if (ctrlKey || metaKey || altKey) return;
      if (key.length === 1) typed.current += key;
      else if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (key === 'Escape') cancel.current();
      else if (key !== 'Enter' && key !== 'Tab') return;
      press.preventDefault();
      press.stopPropagation();
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isWaiting]);
  return useCallback(() => typed.current, []);
}

/**
 * The command palette, opened by its shortcut from anywhere, also from fields, or by the button of the top bar. Its
 * chunk is loaded on first use. When it closes, the focus returns, unless the choice led to another page.
 */
export function usePalette(): { open: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const [Palette, setPalette] = useState<PaletteComponent | null>(null);
  const [initialText, setInitialText] = useState('');
  const isAskedToSignIn = useSignInReason();
  const origin = useRef<Element | null>(null);

  const leave = () => setOpen(false);
  const close = () => {
    leave();
    if (origin.current instanceof HTMLElement && origin.current.isConnected)
      origin.current.focus({ preventScroll: true });
  };
  const takeTypedText = useEarlyKeys(isOpen && !Palette, leave);
  const open = () => {
    const focused = document.activeElement;
    origin.current = focused === document.body ? document.querySelector('main') : focused;
    setInitialText('');
    setOpen(true);
    if (Palette) return;
    import('./Palette.tsx').then(
      (loaded) => {
        setInitialText(takeTypedText());
        setPalette(() => loaded.Palette);
      },
      () => {
        leave();
        showAlert({
          type: 'error',
          title: 'The search could not be loaded',
          subtitle: 'Check your internet connection and try again.',
        });
      },
    );
  };

  const toggle = useRef(() => {});
  toggle.current = isOpen ? close : open;
  useEffect(() => {
    const onKeyDown = (press: KeyboardEvent) => {
      if (!isPaletteKey(press)) return;
      press.preventDefault();
      // No navigation while the user is asked to sign in again.
      if (!press.repeat && !isAskedToSignIn) toggle.current();
    };
    addEventListener('keydown', onKeyDown, { capture: true });
    return () => removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isAskedToSignIn]);

  return {
    open,
    dialog: isOpen && Palette ? <Palette initialText={initialText} onClose={close} onLeave={leave} /> : null,
  };
}
