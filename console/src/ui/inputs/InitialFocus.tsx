import { useLayoutEffect, useRef, type ReactNode } from 'react';

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
    const watch = new MutationObserver(() => {
      const field = firstField(within);
      if (!field) return;
      stop();
      field.focus();
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
  }, []);
  return (
    <div ref={content} style={{ display: 'contents' }}>
      {children}
    </div>
  );
}
