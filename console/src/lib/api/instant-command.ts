import { useState } from 'react';
import { showAlert } from '../format/alerts.ts';
import { ApiProblem, errorText } from './problem.ts';

/** Sends a command at the press of a button, and shows an alert with its outcome. */
export function useInstantCommand() {
  const [busy, setBusy] = useState(false);
  const press = async (send: () => Promise<unknown>, done: string, refused: string, follows?: string) => {
    if (busy) return;
    setBusy(true);
    try {
      await send();
      showAlert({ type: 'success', title: done, subtitle: follows });
    } catch (error) {
      // The message of the first field error, since there is no field to show it next to.
      showAlert({
        type: 'error',
        title: refused,
        subtitle: (error instanceof ApiProblem && error.fieldErrors[0]?.message) || errorText(error),
      });
    } finally {
      setBusy(false);
    }
  };
  return { busy, press };
}
