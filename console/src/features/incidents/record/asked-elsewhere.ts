import { useEffect, useEffectEvent } from 'react';
import type { AskedCommand } from './next-actions.ts';

let openPage: ((command: AskedCommand) => void) | null = null;

/** Runs a command on the incident whose page is open, like the page's own button. */
export const askOnOpenPage = (command: AskedCommand): void => openPage?.(command);

/** Lets other parts of the console, such as the search, run commands on the open incident. */
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
