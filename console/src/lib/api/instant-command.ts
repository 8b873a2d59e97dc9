import { useState } from 'react';
import { showAlert } from '../format/alerts.ts';
import { ApiProblem, faultText } from './problem.ts';

/** A command of one press: says by an alert whether it was done. */
export function useInstantCommand() {
  const [busy, setBusy] = useState(false);
  const press = async (send: () => Promise<unknown>, done: string, refused: string, follows?: string) => {
    if (busy) return;
    setBusy(true);
    try {
      await send();
      showAlert({ type: 'success', title: done, subtitle: follows });
    } catch (fault) {
      // There is no field to show it beside.
      showAlert({
        type: 'error',
        title: refused,
        subtitle: (fault instanceof ApiProblem && fault.fieldErrors[0]?.message) || faultText(fault),
      });
    } finally {
      setBusy(false);
    }
  };
  return { busy, press };
}
