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

/**
 * The request's schema; or a function that loads it, the same one at every render; or null if only the command is sent.
 */
export type GivenSchema<Body> = z.ZodType<unknown, Body> | (() => Promise<z.ZodType<unknown, Body>>) | null;

interface CommandFormOptions<Fields extends FieldValues, Body, Done> {
  /** Initial values. */
  start: Fields;
  /** Builds the request's body. */
  bodyOf: (fields: Fields) => Body;
  /** Additional errors, or better texts than the schema's, in the order of the page. */
  check?: (fields: Fields) => readonly FormError[] | Promise<readonly FormError[]>;
  /** The form's name for a field of the request; null if the form does not show it. */
  place?: (field: string, body: Body) => string | null;
  /** Sends the command; the key is the same for every try of this form. */
  send: (body: Body, key: string) => Promise<Done>;
  onDone: (done: Done) => void;
  /** Handles a stale revision, with the current values; without it the problem is exposed as `stale`. */
  onStale?: (fields: Fields) => Promise<void>;
  /** Asks for confirmation instead of sending at once, when nothing is wrong. To confirm, it calls `sendNow`. */
  confirm?: (fields: Fields) => void;
  onRefused?: () => void;
  /** Moves the focus to the first invalid field, for forms without an error summary. */
  focusesError?: boolean;
  /** Called on every change by the user, for the draft. */
  onTyped?: (fields: Fields) => void;
  /** The key of a draft that outlives this page. */
  key?: string;
}

export interface CommandForm<Fields extends FieldValues> {
  controls: UseFormReturn<Fields>;
  /** Incremented with every failed attempt to send, whereupon the summary takes the focus. */
  attempt: number;
  /** Errors to show; empty before the first attempt to send. */
  errors: readonly FormError[];
  /** Why the last try was refused; null while one is in flight and before the first. */
  refusal: unknown;
  /** The refusal because the record has changed since it was opened; the values stay as typed. */
  stale: ApiProblem | null;
  busy: boolean;
  /** Sends the form if it is valid, else shows its errors. */
  submit: (event?: { preventDefault: () => void }) => void;
  sendNow: (fields: Fields) => Promise<void>;
  errorOf: (field: string) => string | undefined;
  /** Props for a text field. */
  typed: (name: Path<Fields>) => UseFormRegisterReturn & { error: string | undefined };
  /** Prefills a field without counting as typing, so that no draft is stored. */
  offer: <Name extends Path<Fields>>(name: Name, value: PathValue<Fields, Name>) => void;
}

/** The key of errors that belong to no field. */
const UNPLACED = '_';

/** Flattens errors to a list in the order in which they were found, which is the page's. */
function listErrors(errors: FieldErrors, path = ''): FormError[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (!error || typeof error !== 'object' || key === 'ref' || key === 'root') return [];
    const field = path ? `${path}.${key}` : key;
    if (typeof error.message === 'string' && typeof error.type === 'string')
      return [{ field: path === UNPLACED ? null : field, message: error.message }];
    return listErrors(error as FieldErrors, field);
  });
}

/** Validates the values: the form's own checks come first, and the schema adds errors only for other fields. */
async function errorsIn<Fields extends FieldValues, Body>(
  given: GivenSchema<Body>,
  { bodyOf, check, place }: Pick<CommandFormOptions<Fields, Body, unknown>, 'bodyOf' | 'check' | 'place'>,
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
 * A form that sends a command. It is validated by the request's own schema when the user tries to send it, and on every
 * change from then on; a second press while sending does nothing, and every try uses the same key. Errors from the
 * server are shown next to their fields, and no input is cleared.
 */
export function useCommandForm<Fields extends FieldValues, Body, Done>(
  schema: GivenSchema<Body>,
  options: CommandFormOptions<Fields, Body, Done>,
): CommandForm<Fields> {
  const latest = useRef(options);
  latest.current = options;
  const [own, setOwn] = useState(() => newGuid());
  const [attempt, setAttempt] = useState(0);
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<unknown>(null);
  const flight = useRef<'none' | 'under way' | 'landed'>('none');
  const isOffering = useRef(false);
  const isMounted = useRef(true);

  const resolver: Resolver<Fields> = async (fields) => {
    const errors: FieldErrors<Fields> = {};
    const found = await errorsIn(schema, latest.current, fields);
    found.forEach((error, place) => set(errors, nameOf(error, place), { type: 'rule', message: error.message }));
    return found.length > 0 ? { values: {}, errors } : { values: fields, errors: {} };
  };
  const controls = useForm<Fields>({
    defaultValues: options.start as DefaultValues<Fields>,
    resolver,
    shouldFocusError: options.focusesError ?? false,
  });
  const { errors } = controls.formState;

  useEffect(() => {
    isMounted.current = true;
    const stop = controls.subscribe({
      formState: { values: true },
      callback: ({ values }) => !isOffering.current && latest.current.onTyped?.(structuredClone(values)),
    });
    return () => {
      isMounted.current = false;
      stop();
    };
  }, [controls]);

  useEffect(() => {
    // Loads the schema early, so that submitting does not wait for it; a failure here is retried on submit.
    if (typeof schema === 'function')
      afterPaint()
        .then(schema)
        .catch(() => undefined);
  }, [schema]);

  const showErrors = (found: readonly FormError[]) => {
    found.forEach((error, place) =>
      controls.setError(nameOf(error, place) as Path<Fields>, { type: 'server', message: error.message }),
    );
    setAttempt((before) => before + 1);
  };

  async function refused(error: unknown, fields: Fields, body: Body) {
    const { onStale, onRefused, place } = latest.current;
    const isStale = error instanceof ApiProblem && error.className === 'StaleRevision';
    setRefusal(error);
    onRefused?.();
    // The key was used before with other content, so the next try gets a new one; the revision still guards against
    // conflicts.
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
      if (isMounted.current) latest.current.onDone(done);
    } catch (error) {
      flight.current = 'none';
      if (isMounted.current) await refused(error, fields, body);
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
      // A field that is not mounted yet would lose the value unless it is registered.
      controls.register(name);
      controls.resetField(name, { defaultValue: value });
      isOffering.current = false;
    },
  };
}

/** Props for a field that is chosen from options; `others` are fields whose errors depend on it. */
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
