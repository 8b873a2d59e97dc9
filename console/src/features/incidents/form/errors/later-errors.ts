import { useEffect } from 'react';
import { afterPaint } from '../../../../lib/forms/after-paint.ts';
import { now } from '../../../../lib/session/clock.ts';
import type { EventFields, Situation } from '../fields/event-fields.ts';
import type { FieldError } from './field-errors.ts';

const fetchRules = () => import('./field-errors.ts');

/**
 * What judges a form's fields. It is needed when somebody sends and not before, and the validator of answers is large: both
 * are fetched once the form is there to be filled in.
 */
export function useLaterErrors(situation: Situation, isQuick = false): (fields: EventFields) => Promise<FieldError[]> {
  useEffect(() => {
    // Who sends before it came, or where it could not come, asks for it again and is told.
    afterPaint()
      .then(fetchRules)
      .catch(() => undefined);
  }, []);
  return async (fields) => (await fetchRules()).errorsOf(fields, situation, now(), isQuick);
}
