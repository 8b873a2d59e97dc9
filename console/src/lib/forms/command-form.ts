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
import type { FormFault } from '../../ui/inputs/ErrorSummary.tsx';
import { afterPaint } from './after-paint.ts';
import { newGuid } from '../format/ids.ts';
import { ApiProblem, faultText, formFaults } from '../api/problem.ts';

/** A schema; the way to fetch it, one and the same at every render, where a page is to be there without it; null where nothing is sent but the command. */
export type GivenSchema<Body> = z.ZodType<unknown, Body> | (() => Promise<z.ZodType<unknown, Body>>) | null;

interface CommandFormAsk<Fields extends FieldValues, Body, Done> {
  /** What stands in the form at first. */
  start: Fields;
  /** The request's body, as it is sent. */
  bodyOf: (fields: Fields) => Body;
  /** What is wrong beyond the schema, or is better said than by it, in the order of the page. */
  check?: (fields: Fields) => readonly FormFault[] | Promise<readonly FormFault[]>;
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
  focusesFault?: boolean;
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
  faults: readonly FormFault[];
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
export function listFaults(errors: FieldErrors, path = ''): FormFault[] {
  return Object.entries(errors).flatMap(([key, error]) => {
    if (!error || typeof error !== 'object' || key === 'ref' || key === 'root') return [];
    const field = path ? `${path}.${key}` : key;
    if (typeof error.message === 'string' && typeof error.type === 'string')
      return [{ field: path === UNPLACED ? null : field, message: error.message }];
    return listFaults(error as FieldErrors, field);
  });
}

/** What is wrong with what has been typed: what is said about a field first holds. */
async function faultsIn<Fields extends FieldValues, Body>(
  given: GivenSchema<Body>,
  { bodyOf, check, place }: Pick<CommandFormAsk<Fields, Body, unknown>, 'bodyOf' | 'check' | 'place'>,
  fields: Fields,
): Promise<FormFault[]> {
  const schema = typeof given === 'function' ? await given() : given;
  const faults = [...((await check?.(fields)) ?? [])];
  const body = bodyOf(fields);
  for (const issue of schema?.safeParse(body).error?.issues ?? []) {
    const path = issue.path.join('.');
    const field = place ? place(path, body) : path;
    if (faults.some((fault) => fault.field === field) || (field === null && faults.length > 0)) continue;
    faults.push({ field, message: textOfIssue(issue, get(body, path)) });
  }
  return faults;
}

const nameOf = ({ field }: FormFault, place: number): string => field ?? `${UNPLACED}.${place}`;

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
    const faults = await faultsIn(schema, latest.current, fields);
    faults.forEach((fault, place) => set(errors, nameOf(fault, place), { type: 'rule', message: fault.message }));
    return faults.length > 0 ? { values: {}, errors } : { values: fields, errors: {} };
  };
  const controls = useForm<Fields>({
    defaultValues: ask.start as DefaultValues<Fields>,
    resolver,
    shouldFocusError: ask.focusesFault ?? false,
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

  const showFaults = (faults: readonly FormFault[]) => {
    faults.forEach((fault, place) =>
      controls.setError(nameOf(fault, place) as Path<Fields>, { type: 'server', message: fault.message }),
    );
    setAttempt((before) => before + 1);
  };

  async function refused(fault: unknown, fields: Fields, body: Body) {
    const { onStale, onRefused, place } = latest.current;
    const isStale = fault instanceof ApiProblem && fault.className === 'StaleRevision';
    setRefusal(fault);
    onRefused?.();
    // Sent before with other content: the next try is a command of its own, and its revision says whether it still fits.
    if (fault instanceof ApiProblem && fault.className === 'IdempotencyKeyReused') setOwn(newGuid());
    if (isStale && onStale) await onStale(fields).catch((failure: unknown) => showFaults(formFaults(failure)));
    else if (!isStale)
      showFaults(
        formFaults(fault).map(({ field, message }) => ({
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
    } catch (fault) {
      flight.current = 'none';
      if (isThere.current) await refused(fault, fields, body);
    } finally {
      setBusy(false);
    }
  }

  const listed = listFaults(errors);
  const errorOf = (field: string): string | undefined => listed.find((fault) => fault.field === field)?.message;
  return {
    controls,
    attempt,
    refusal,
    busy,
    errorOf,
    sendNow,
    faults: listed,
    stale: refusal instanceof ApiProblem && refusal.className === 'StaleRevision' ? refusal : null,
    submit: (event) => {
      event?.preventDefault();
      if (flight.current !== 'none') return;
      const go = (fields: Fields) => (latest.current.confirm ? latest.current.confirm(fields) : sendNow(fields));
      controls
        .handleSubmit(go, () => setAttempt((before) => before + 1))()
        .catch((fault: unknown) => showFaults([{ field: null, message: faultText(fault) }]));
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
