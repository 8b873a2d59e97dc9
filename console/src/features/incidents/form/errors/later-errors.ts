import { useEffect } from 'react';
import { afterPaint } from '../../../../lib/forms/after-paint.ts';
import { latestNow } from '../../../../lib/session/clock.ts';
import type { EventFields, Situation } from '../fields/event-fields.ts';
import type { FieldError } from './field-errors.ts';

const fetchRules = () => import('./field-errors.ts');

/** Loads the validation of a form's fields after the first render, because it is large and needed only for sending. */
export function useLaterErrors(situation: Situation, isQuick = false): (fields: EventFields) => Promise<FieldError[]> {
  useEffect(() => {
    // If this fails, sending loads it again and reports the error.
    afterPaint()
      .then(fetchRules)
      .catch(() => undefined);
  }, []);
  return async (fields) => (await fetchRules()).errorsOf(fields, situation, latestNow(), isQuick);
}
