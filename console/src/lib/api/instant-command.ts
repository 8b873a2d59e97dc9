import { useState } from 'react';
import { showAlert } from '../format/alerts.ts';
import { ApiProblem, errorText } from './problem.ts';

/** A command of one press: says by an alert whether it was done. */
export function useInstantCommand() {
  const [busy, setBusy] = useState(false);
  const press = async (send: () => Promise<unknown>, done: string, refused: string, follows?: string) => {
    if (busy) return;
    setBusy(true);
    try {
      await send();
      showAlert({ type: 'success', title: done, subtitle: follows });
    } catch (error) {
      // There is no field to show it beside.
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
