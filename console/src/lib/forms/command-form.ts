import { useEffect, useRef, useState } from 'react';
import {
  get,
  set,
  useController,
  useForm,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
  type UseFormRegisterReturn,
  type UseFormReturn,
} from 'react-hook-form';
import type { z } from 'zod';
import { textOfIssue } from '@plimsoll/contracts/errors/issue-text';
import type { FormError } from '../../ui/inputs/ErrorSummary.tsx';
import { afterPaint } from './after-paint.ts';
import { newGuid } from '../format/ids.ts';
import { ApiProblem, errorText, formErrors } from '../api/problem.ts';

/** A schema; the way to fetch it, one and the same at every render, where a page is to be there without it; null where nothing is sent but the command. */
export type GivenSchema<Body> = z.ZodType<unknown, Body> | (() => Promise<z.ZodType<unknown, Body>>) | null;

interface CommandFormAsk<Fields extends FieldValues, Body, Done> {
  /** What stands in the form at first. */
  start: Fields;
  /** The request's body, as it is sent. */
  bodyOf: (fields: Fields) => Body;
  /** What is wrong beyond the schema, or is better said than by it, in the order of the page. */
  check?: (fields: Fields) => readonly FormError[] | Promise<readonly FormError[]>;
  /** The form's name for a field of the request; null where the form does not show it. */
  place?: (field: string, body: Body) => string | null;
  /** Sends; the key is the same for every try of this form. */
  send: (body: Body, key: string) => Promise<Done>;
  onDone: (done: Done) => void;
  /** Somebody was faster. Gets what was typed; without it the problem is kept as `stale`. */
  onStale?: (fields: Fields) => Promise<void>;
  /** Asked when nothing is wrong, instead of sending at once; what says yes calls `sendNow`. */
  confirm?: (fields: Fields) => void;
  onRefused?: () => void;
  /** The first field at fault takes the focus, where no summary does. */
  focusesError?: boolean;
  /** Every change by the person, for the draft. */
  onTyped?: (fields: Fields) => void;
  /** The key of a draft that outlives this page. */
  key?: string;
}

export interface CommandForm<Fields extends FieldValues> {
  controls: UseFormReturn<Fields>;
  /** Grows whenever somebody tried to send in vain: the summary then takes the focus. */
  attempt: number;
  /** Nothing is called wrong before the person has tried to send. */
  errors: readonly FormError[];
  /** Why the last try was refused; null while it is under way or was never made. */
  refusal: unknown;
  /** Somebody changed the record since it was opened; what was typed stays. */
  stale: ApiProblem | null;
  busy: boolean;
  /** Sends when nothing is wrong, else shows what is. */
  submit: (event?: { preventDefault: () => void }) => void;
  sendNow: (fields: Fields) => Promise<void>;
  errorOf: (field: string) => string | undefined;
  /** A field that is typed in. */
  typed: (name: Path<Fields>) => UseFormRegisterReturn & { error: string | undefined };
  /** Fills a field in for the person: nothing has been typed yet, so there is no draft to keep. */
  offer: <Name extends Path<Fields>>(name: Name, value: PathValue<Fields, Name>) => void;
}

/** Under this name stand the errors that belong to no field. */
const UNPLACED = '_';

/** Errors as a flat list, in the order in which they were found: the page's. */
export function listErrors(errors: FieldErrors, path = ''): FormError[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (!error || typeof error !== 'object' || key === 'ref' || key === 'root') return [];
    const field = path ? `${path}.${key}` : key;
    if (typeof error.message === 'string' && typeof error.type === 'string')
      return [{ field: path === UNPLACED ? null : field, message: error.message }];
    return listErrors(error as FieldErrors, field);
  });
}

/** What is wrong with what has been typed: what is said about a field first holds. */
async function errorsIn<Fields extends FieldValues, Body>(
  given: GivenSchema<Body>,
  { bodyOf, check, place }: Pick<CommandFormAsk<Fields, Body, unknown>, 'bodyOf' | 'check' | 'place'>,
  fields: Fields,
): Promise<FormError[]> {
  const schema = typeof given === 'function' ? await given() : given;
  const errors = [...((await check?.(fields)) ?? [])];
  const body = bodyOf(fields);
  for (const issue of schema?.safeParse(body).error?.issues ?? []) {
    const path = issue.path.join('.');
    const field = place ? place(path, body) : path;
    if (errors.some((error) => error.field === field) || (field === null && errors.length > 0)) continue;
    errors.push({ field, message: textOfIssue(issue, get(body, path)) });
  }
  return errors;
}

const nameOf = ({ field }: FormError, place: number): string => field ?? `${UNPLACED}.${place}`;

/**
 * A form that carries a command out: checked by the request's own schema when somebody tries to send it, and on every
 * change from then on; sent once however often it is pressed, with the same key in every try. What the server refuses
 * stands beside its field, and nothing that was typed is cleared.
 */
export function useCommandForm<Fields extends FieldValues, Body, Done>(
  schema: GivenSchema<Body>,
  ask: CommandFormAsk<Fields, Body, Done>,
): CommandForm<Fields> {
  const latest = useRef(ask);
  latest.current = ask;
  const [own, setOwn] = useState(() => newGuid());
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const flight = useRef<'none' | 'under way' | 'landed'>('none');
  const isOffering = useRef(false);
  const isThere = useRef(true);

  const resolver: Resolver<Fields> = async (fields) => {
    const errors: FieldErrors<Fields> = {};
    const faults = await errorsIn(schema, latest.current, fields);
    faults.forEach((error, place) => set(errors, nameOf(error, place), { type: 'rule', message: error.message }));
    return faults.length > 0 ? { values: {}, errors } : { values: fields, errors: {} };
  };
  const controls = useForm<Fields>({
    defaultValues: ask.start as DefaultValues<Fields>,
    resolver,
    shouldFocusError: ask.focusesError ?? false,
  });
  const { errors } = controls.formState;

  useEffect(() => {
    isThere.current = true;
    const stop = controls.subscribe({
      formState: { values: true },
      callback: ({ values }) => !isOffering.current && latest.current.onTyped?.(structuredClone(values)),
    });
    return () => {
      isThere.current = false;
      stop();
    };
  }, [controls]);

  useEffect(() => {
    // So that whoever sends need not wait for it; where it could not come they ask for it again.
    if (typeof schema === 'function')
      afterPaint()
        .then(schema)
        .catch(() => undefined);
  }, [schema]);

  const showErrors = (faults: readonly FormError[]) => {
    faults.forEach((error, place) =>
      controls.setError(nameOf(error, place) as Path<Fields>, { type: 'server', message: error.message }),
    );
    setAttempt((before) => before + 1);
  };

  async function refused(error: unknown, fields: Fields, body: Body) {
    const { onStale, onRefused, place } = latest.current;
    const isStale = error instanceof ApiProblem && error.className === 'StaleRevision';
    setRefusal(error);
    onRefused?.();
    // Sent before with other content: the next try is a command of its own, and its revision says whether it still fits.
    if (error instanceof ApiProblem && error.className === 'IdempotencyKeyReused') setOwn(newGuid());
    if (isStale && onStale) await onStale(fields).catch((failure: unknown) => showErrors(formErrors(failure)));
    else if (!isStale)
      showErrors(
        formErrors(error).map(({ field, message }) => ({
          field: field && place ? place(field, body) : field,
          message,
        })),
      );
  }

  async function sendNow(fields: Fields) {
    if (flight.current !== 'none') return;
    flight.current = 'under way';
    setBusy(true);
    setRefusal(null);
    const body = latest.current.bodyOf(fields);
    try {
      const done = await latest.current.send(body, latest.current.key ?? own);
      flight.current = 'landed';
      if (isThere.current) latest.current.onDone(done);
    } catch (error) {
      flight.current = 'none';
      if (isThere.current) await refused(error, fields, body);
    } finally {
      setBusy(false);
    }
  }

  const listed = listErrors(errors);
  const errorOf = (field: string): string | undefined => listed.find((error) => error.field === field)?.message;
  return {
    controls,
    attempt,
    refusal,
    busy,
    errorOf,
    sendNow,
    errors: listed,
    stale: refusal instanceof ApiProblem && refusal.className === 'StaleRevision' ? refusal : null,
    submit: (event) => {
      event?.preventDefault();
      if (flight.current !== 'none') return;
      const go = (fields: Fields) => (latest.current.confirm ? latest.current.confirm(fields) : sendNow(fields));
      controls
        .handleSubmit(go, () => setAttempt((before) => before + 1))()
        .catch((error: unknown) => showErrors([{ field: null, message: errorText(error) }]));
    },
    typed: (name) => ({ ...controls.register(name), error: errorOf(name) }),
    offer: (name, value) => {
      isOffering.current = true;
      // A form that is still on its way here would not have the field yet, and the value would be lost.
      controls.register(name);
      controls.resetField(name, { defaultValue: value });
      isOffering.current = false;
    },
  };
}

/** A field of a form that is chosen; `others` are those whose faults depend on it. */
export function useChosen<Fields extends FieldValues, Name extends Path<Fields>>(
  { controls: { control, trigger } }: CommandForm<Fields>,
  name: Name,
  ...others: Path<Fields>[]
) {
  const { field, fieldState, formState } = useController({ control, name });
  return {
    name,
    value: field.value,
    onBlur: field.onBlur,
    error: fieldState.error?.message,
    onChange: (value: PathValue<Fields, Name>) => {
      field.onChange(value);
      if (formState.isSubmitted) void trigger(others);
    },
  };
}
