import { useEffect } from 'react';

/** Path to a focused element: it and its ancestors, each with its siblings. */
interface FocusPosition {
  element: HTMLElement;
  ancestors: { node: Element; parent: Element; before: Element | null; after: Element | null }[];
}

/** Focus positions that are remembered, such as a field, its dialog, and the button that opened it. */
const MAX_POSITIONS = 12;
/** Time for a closing dialog to restore the focus, and for a new page to take it. */
const SETTLED_MS = 60;

const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';

const isVisible = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true });
const controlsIn = (part: Element): HTMLElement[] =>
  [part, ...part.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (each): each is HTMLElement => each.matches(CONTROLS) && isVisible(each),
  );

/** The topmost modal dialog, if one is open. */
export const coveringDialog = (): Element | undefined =>
  [...document.querySelectorAll('[role=dialog][aria-modal=true]')].findLast(isVisible);

/** Focuses an element and scrolls it into view if it is above the visible area. Does not scroll down. */
export function focusInSight(element: HTMLElement): void {
  if (!element.matches(CONTROLS) && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  if (element.getBoundingClientRect().top < 0) element.scrollIntoView({ block: 'center' });
}

function positionOf(element: HTMLElement): FocusPosition {
  const ancestors: FocusPosition['ancestors'] = [];
  for (let node: Element = element; node.parentElement && node !== document.body; node = node.parentElement) {
    ancestors.push({
      node,
      parent: node.parentElement,
      before: node.previousElementSibling,
      after: node.nextElementSibling,
    });
  }
  return { element, ancestors };
}

/**
 * Nearest replacement of an element that is gone: what followed it, else what preceded it, else the heading of its
 * section.
 */
function replacementOf({ ancestors }: FocusPosition, main: Element | null): HTMLElement | undefined {
  const gap = ancestors.find(({ node, parent }) => !isVisible(node) && isVisible(parent));
  if (!gap || !main || gap.parent.contains(main)) return undefined;
  const { parent, before, after } = gap;
  const neighbour = (after?.isConnected && controlsIn(after)[0]) || (before?.isConnected && controlsIn(before).at(-1));
  if (neighbour) return neighbour;
  const part = main.contains(parent) ? parent.closest('section, fieldset, [role=group], form') : null;
  return controlsIn(parent)[0] ?? part?.querySelector<HTMLElement>('h2, h3') ?? undefined;
}

function nextFocus(positions: readonly FocusPosition[]): HTMLElement | undefined {
  const dialog = coveringDialog();
  const main = document.querySelector('main');
  for (const position of positions.toReversed()) {
    const found = isVisible(position.element) ? position.element : replacementOf(position, dialog ?? main);
    if (found && (!dialog || dialog.contains(found))) return found;
    // The page's content was replaced: continue at its top.
    if (!found && !dialog && main && position.ancestors.some(({ node }) => node === main)) break;
  }
  return dialog ? controlsIn(dialog)[0] : (document.querySelector('h1') ?? undefined);
}

/**
 * Restores a lost focus. When the focused element disappears (saved, discarded, removed, closed), the focus moves to
 * what replaced it, to the button that opened the dialog, or to the page's title.
 */
export function useRestoredFocus(): void {
  useEffect(() => {
    let positions: FocusPosition[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLost = () => document.activeElement === document.body && positions.length > 0;
    const settle = () => {
      timer = undefined;
      if (!isLost()) return;
      const target = nextFocus(positions);
      if (target) focusInSight(target);
    };
    const check = () => {
      if (timer === undefined && isLost()) timer = setTimeout(settle, SETTLED_MS);
    };
    const onFocusIn = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target !== document.body)
        positions = [...positions.filter(({ element }) => element !== target), positionOf(target)].slice(
          -MAX_POSITIONS,
        );
    };
    // A press on an empty area gives up the focus on purpose; it is not restored.
    const onPointerDown = ({ target }: PointerEvent) => {
      if (target instanceof Element && !coveringDialog() && !target.closest(`${CONTROLS}, label, [tabindex]`))
        positions = [];
    };
    const watch = new MutationObserver(check);
    watch.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'hidden'],
    });
    document.addEventListener('focusin', onFocusIn);
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      clearTimeout(timer);
      watch.disconnect();
      document.removeEventListener('focusin', onFocusIn);
      document.removeEventListener('pointerdown', onPointerDown);
    };
  }, []);
}
