import { useEffect } from 'react';

/** Path to a focused element: it and its ancestors, each with its siblings. */
interface Place {
  element: HTMLElement;
  around: { node: Element; holder: Element; before: Element | null; after: Element | null }[];
}

/** Focus positions that are remembered, such as a field, its dialog, and the button that opened it. */
const MAX_PLACES = 12;
/** Time for a closing dialog to restore the focus, and for a new page to take it. */
const SETTLED_MS = 60;

const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';

const isThere = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true });
const controlsIn = (part: Element): HTMLElement[] =>
  [part, ...part.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (each): each is HTMLElement => each.matches(CONTROLS) && isThere(each),
  );

/** The topmost modal dialog, if one is open. */
export const coveringDialog = (): Element | undefined =>
  [...document.querySelectorAll('[role=dialog][aria-modal=true]')].findLast(isThere);

/** Focuses an element and scrolls it into view if it is above the visible area. Does not scroll down. */
export function focusInSight(element: HTMLElement): void {
  if (!element.matches(CONTROLS) && !element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  if (element.getBoundingClientRect().top < 0) element.scrollIntoView({ block: 'center' });
}

function placeOf(element: HTMLElement): Place {
  const around: Place['around'] = [];
  for (let node: Element = element; node.parentElement && node !== document.body; node = node.parentElement) {
    around.push({
      node,
      holder: node.parentElement,
      before: node.previousElementSibling,
      after: node.nextElementSibling,
    });
  }
  return { element, around };
}

/**
 * Nearest replacement of an element that is gone: what followed it, else what preceded it, else the heading of its
 * section.
 */
function insteadOf({ around }: Place, main: Element | null): HTMLElement | undefined {
  const gap = around.find(({ node, holder }) => !isThere(node) && isThere(holder));
  if (!gap || !main || gap.holder.contains(main)) return undefined;
  const { holder, before, after } = gap;
  const beside = (after?.isConnected && controlsIn(after)[0]) || (before?.isConnected && controlsIn(before).at(-1));
  if (beside) return beside;
  const part = main.contains(holder) ? holder.closest('section, fieldset, [role=group], form') : null;
  return controlsIn(holder)[0] ?? part?.querySelector<HTMLElement>('h2, h3') ?? undefined;
}

function whereToGoOn(places: readonly Place[]): HTMLElement | undefined {
  const dialog = coveringDialog();
  const main = document.querySelector('main');
  for (const place of places.toReversed()) {
    const found = isThere(place.element) ? place.element : insteadOf(place, dialog ?? main);
    if (found && (!dialog || dialog.contains(found))) return found;
    // The page's content was replaced: continue at its top.
    if (!found && !dialog && main && place.around.some(({ node }) => node === main)) break;
  }
  return dialog ? controlsIn(dialog)[0] : (document.querySelector('h1') ?? undefined);
}

/**
 * Restores a lost focus. When the focused element disappears (saved, discarded, removed, closed), the focus moves to
 * what replaced it, to the button that opened the dialog, or to the page's title.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let places: Place[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isLost = () => document.activeElement === document.body && places.length > 0;
    const settle = () => {
      timer = undefined;
      if (!isLost()) return;
      const target = whereToGoOn(places);
      if (target) focusInSight(target);
    };
    const look = () => {
      if (timer === undefined && isLost()) timer = setTimeout(settle, SETTLED_MS);
    };
    const arrived = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target !== document.body)
        places = [...places.filter(({ element }) => element !== target), placeOf(target)].slice(-MAX_PLACES);
    };
    // A press on an empty area gives up the focus on purpose; it is not restored.
    const pressed = ({ target }: PointerEvent) => {
      if (target instanceof Element && !coveringDialog() && !target.closest(`${CONTROLS}, label, [tabindex]`))
        places = [];
    };
    const watch = new MutationObserver(look);
    watch.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'hidden'],
    });
    document.addEventListener('focusin', arrived);
    document.addEventListener('pointerdown', pressed);
    return () => {
      clearTimeout(timer);
      watch.disconnect();
      document.removeEventListener('focusin', arrived);
      document.removeEventListener('pointerdown', pressed);
    };
  }, []);
}
