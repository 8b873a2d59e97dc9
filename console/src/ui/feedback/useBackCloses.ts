import { useEffect, useRef } from 'react';

/** What the browser keeps with an entry of its history: the router's place, and how many dialogs lie over the page there. */
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
 * Back from the entry of a dialog closes the dialog, and the router, whose page stays, hears nothing of it. The entry
 * of a dialog that was closed otherwise is passed over: going back at once when it closes would race with wherever
 * its command leads.
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
  // The entry of a dialog that was closed is still there: it serves again.
  if (depthOf(here) < depth) {
    here = { ...here, dialogs: depth };
    history.pushState(here, '');
  }
  const pushed = { ...layer, depth };
  open = [...open, pushed];
  return pushed;
}

/** While something lies over the page, Back closes it and the page stays. */
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
