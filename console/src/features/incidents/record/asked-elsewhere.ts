import { useEffect, useEffectEvent } from 'react';
import type { AskedCommand } from './next-actions.ts';

let openPage: ((command: AskedCommand) => void) | null = null;

/** Asks for a command on the event whose page is open, as the page's own button does. */
export const askOnOpenPage = (command: AskedCommand): void => openPage?.(command);

/** Lets what lies over the page of an event, the search, ask for its commands. */
export function useAskedElsewhere(onAsk: (command: AskedCommand) => void): void {
  const told = useEffectEvent(onAsk);
  useEffect(() => {
    const page = (command: AskedCommand) => told(command);
    openPage = page;
    return () => {
      if (openPage === page) openPage = null;
    };
  }, []);
}
