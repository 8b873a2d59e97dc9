import { useEffect, useRef } from 'react';

/** State of a history entry: the router's index and key, and the number of dialogs open there. */
type Entry = { idx?: number; key?: string; dialogs?: number } | null;

interface Layer {
  depth: number;
  close: () => void;
}

let open: readonly Layer[] = [];
let here: Entry = null;

const depthOf = (entry: Entry): number => entry?.dialogs ?? 0;
const isOnePage = (one: Entry, other: Entry): boolean => one?.idx === other?.idx && one?.key === other?.key;

/**
 * Back from a dialog's entry closes the dialog, without the router noticing, since its page stays. The entry of a
 * dialog that was closed otherwise is skipped: going back at once when it closes would race with the navigation of its
 * command.
 */
function wentTo(pop: PopStateEvent): void {
  const left = here;
  here = pop.state as Entry;
  if (depthOf(left) <= depthOf(here) || !isOnePage(left, here)) return;
  pop.stopImmediatePropagation();
  const closing = open.filter(({ depth }) => depth > depthOf(here));
  if (closing.length === 0) return history.back();
  open = open.filter((layer) => !closing.includes(layer));
  closing.toReversed().forEach(({ close }) => close());
}

let isListening = false;

function push(layer: Omit<Layer, 'depth'>): Layer {
  if (!isListening) addEventListener('popstate', wentTo, { capture: true });
  isListening = true;
  here = history.state as Entry;
  const depth = open.length + 1;
  // The entry of a closed dialog is still there and is reused.
  if (depthOf(here) < depth) {
    here = { ...here, dialogs: depth };
    history.pushState(here, '');
  }
  const pushed = { ...layer, depth };
  open = [...open, pushed];
  return pushed;
}

/** Makes Back close an open dialog instead of leaving the page. */
export function useBackCloses(opened: boolean, onClose: () => void): void {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    if (!opened) return;
    const layer = push({ close: () => latest.current() });
    return () => {
      open = open.filter((each) => each !== layer);
    };
  }, [opened]);
}
