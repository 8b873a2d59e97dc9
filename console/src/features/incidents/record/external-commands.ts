import { useEffect, useEffectEvent } from 'react';
import type { ActionCommand } from './next-actions.ts';

let openPage: ((command: ActionCommand) => void) | null = null;

/** Runs a command on the incident whose page is open, like the page's own button. */
export const runOnOpenPage = (command: ActionCommand): void => openPage?.(command);

/** Lets other parts of the console, such as the search, run commands on the open incident. */
export function useExternalCommands(onAsk: (command: ActionCommand) => void): void {
  const runCommand = useEffectEvent(onAsk);
  useEffect(() => {
    const page = (command: ActionCommand) => runCommand(command);
    openPage = page;
    return () => {
      if (openPage === page) openPage = null;
    };
  }, []);
}
