import { useEffect, useRef, useState } from 'react';
import { set, useForm, type FieldErrors, type Resolver, type UseFormReturn } from 'react-hook-form';
import type { FormFault } from '../../../ui/ErrorSummary.tsx';
import type { EventFields, Situation } from './event-fields.ts';
import { faultsOf } from './faults.ts';

export type EventFormControls = UseFormReturn<EventFields>;

interface EventForm {
  controls: EventFormControls;
  /** Fills a field in for the person: nothing has been typed yet, so there is no draft to keep. */
  offer: (field: 'reportingGroupGuid', value: string) => void;
  /** Grows whenever somebody tried to send: the summary then takes the focus. */
  attempt: number;
  faults: readonly FormFault[];
  /** Runs `send` when nothing is wrong, else shows what is. */
  attemptTo: (send: (fields: EventFields) => void) => Promise<void>;
  /** Puts what the server refused beside the fields it belongs to. */
  refuse: (faults: readonly FormFault[]) => void;
}

/** Errors as a flat list, in the order in which they were found: the page's. */
export function listFaults(errors: FieldErrors, path = ''): FormFault[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (!error || typeof error !== 'object' || key === 'ref' || key === 'root') return [];
    const field = path ? `${path}.${key}` : key;
    if (typeof error.message === 'string' && typeof error.type === 'string') return [{ field, message: error.message }];
    return listFaults(error as FieldErrors, field);
  });
}

/** The form of an event: validated when somebody tries to send it, and on every change from then on. */
export function useEventForm(situation: Situation, start: EventFields, onTyped: (fields: EventFields) => void): EventForm {
  const around = useRef(situation);
  around.current = situation;
  const typed = useRef(onTyped);
  typed.current = onTyped;

  const resolver: Resolver<EventFields> = (fields) => {
    const errors: FieldErrors<EventFields> = {};
    for (const { field, message } of faultsOf(fields, around.current, new Date())) set(errors, field, { type: 'rule', message });
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values: fields, errors: {} };
  };
  const controls = useForm<EventFields>({ defaultValues: start, resolver, shouldFocusError: false });
  const [attempt, setAttempt] = useState(0);
  const [unplaced, setUnplaced] = useState<readonly FormFault[]>([]);
  const { errors } = controls.formState;
  const isOffering = useRef(false);

  useEffect(
    () => controls.subscribe({ formState: { values: true }, callback: ({ values }) => !isOffering.current && typed.current(structuredClone(values)) }),
    [controls],
  );

  return {
    controls,
    attempt,
    offer: (field, value) => {
      isOffering.current = true;
      controls.resetField(field, { defaultValue: value });
      isOffering.current = false;
    },
    faults: [...unplaced, ...listFaults(errors)],
    attemptTo: async (send) => {
      setUnplaced([]);
      await controls.handleSubmit(
        (fields) => send(fields),
        () => setAttempt((before) => before + 1),
      )();
    },
    refuse: (faults) => {
      setUnplaced(faults.filter(({ field }) => field === null));
      for (const { field, message } of faults) if (field) controls.setError(field as 'description', { type: 'server', message });
      setAttempt((before) => before + 1);
    },
  };
}
