import { useEffect } from 'react';

/** Where the focus was: the element, and for it and each that holds it what stood beside it. */
interface Place {
  element: HTMLElement;
  around: { node: Element; holder: Element; before: Element | null; after: Element | null }[];
}

/** As many places are known as somebody leaves one within the other: a field, its dialog, the button that opened it. */
const MAX_PLACES = 12;
/** A dialog that closes gives the focus back by itself within this time, and a page that comes takes it. */
const SETTLED_MS = 60;

const CONTROLS = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';

const isThere = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true });
const controlsIn = (part: Element): HTMLElement[] =>
  [part, ...part.querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (each): each is HTMLElement => each.matches(CONTROLS) && isThere(each),
  );

/** The dialog that covers the page, if one does. */
export const coveringDialog = (): Element | undefined =>
  [...document.querySelectorAll('[role=dialog][aria-modal=true]')].findLast(isThere);

/** Puts the focus somewhere, in sight of who scrolled below it; what lies further down is not scrolled to. */
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

/** What stands where something was: what came behind it, else before it, else the part's own title. */
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
    // What was left of the page itself is gone: the person goes on at its top.
    if (!found && !dialog && main && place.around.some(({ node }) => node === main)) break;
  }
  return dialog ? controlsIn(dialog)[0] : (document.querySelector('h1') ?? undefined);
}

/**
 * Whoever has the focus keeps a place to go on from: when what had it is gone (saved, discarded, removed, closed), it
 * goes to what stands there now, to the button that opened the dialog, or to the page's title; never to nothing.
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
    // Somebody who presses beside everything has let go; nothing is taken from them.
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
