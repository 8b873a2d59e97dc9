import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';

const FIELDS =
  'input:not([type=hidden]):not([readonly]):not(:disabled), textarea:not([readonly]):not(:disabled), select:not(:disabled), [role=combobox]:not(:disabled)';

/** The first field, or its chosen option. */
function firstField(within: Element): HTMLElement | null {
  const first = within.querySelector<HTMLElement>(FIELDS);
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first;
  return (
    [...within.querySelectorAll<HTMLInputElement>('input[type=radio]:checked')].find(
      ({ name }) => name === first.name,
    ) ?? first
  );
}

/**
 * Calls back with the first field that appears within an element, unless the user acts before. Returns the function
 * that stops waiting.
 */
function awaitFirstField(within: Element, onField: (field: HTMLElement) => void): () => void {
  const watch = new MutationObserver(() => {
    const field = firstField(within);
    if (!field) return;
    stop();
    onField(field);
  });
  const stop = () => {
    watch.disconnect();
    removeEventListener('keydown', stop);
    removeEventListener('pointerdown', stop);
  };
  watch.observe(within, { childList: true, subtree: true });
  addEventListener('keydown', stop);
  addEventListener('pointerdown', stop);
  return stop;
}

/**
 * The content of a dialog. The dialog's focus starts at its first field, even if that is loaded a moment after the
 * dialog has opened, unless the user has moved it before.
 */
export function InitialFocus({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const within = content.current!;
    if (within.querySelector('[data-autofocus]')) return;
    const there = firstField(within);
    if (there) return there.setAttribute('data-autofocus', '');
    return awaitFirstField(within, (field) => field.focus());
  }, []);
  return (
    <div ref={content} style={{ display: 'contents' }}>
      {children}
    </div>
  );
}

/** A part of a page at whose first field the focus starts, instead of at the page's title. */
export function FirstFieldFocus({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const within = content.current!;
    const show = (field: HTMLElement) => {
      field.focus({ preventScroll: true });
      field.scrollIntoView({ block: 'center' });
    };
    let stop: (() => void) | undefined;
    // After the title has taken the focus of a navigation.
    const frame = requestAnimationFrame(() => {
      const there = firstField(within);
      if (there) show(there);
      else stop = awaitFirstField(within, show);
    });
    return () => {
      cancelAnimationFrame(frame);
      stop?.();
    };
  }, []);
  return (
    <div ref={content} style={{ display: 'contents' }}>
      {children}
    </div>
  );
}
