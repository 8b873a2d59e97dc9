import { tooLongText } from '@plimsoll/contracts/errors/field-texts';
import type { MonthlyFigures } from '@plimsoll/contracts/metrics/events';
import type { MonthlyMetrics, RecordMonthlyMetricsRequest } from '@plimsoll/contracts/metrics/http';
import type { Side } from '../../../lib/forms/edit-form.ts';
import { readNumber } from '../../../lib/forms/typed-number.ts';

export const figureNames = [
  'employeeHours',
  'employeeKms',
  'employeeCount',
  'contractorHours',
  'contractorKms',
  'contractorCount',
] as const satisfies readonly (keyof MonthlyFigures)[];
export type FigureName = (typeof figureNames)[number];

/** Field values as typed. */
export type MonthFields = Record<FigureName | 'notes', string>;

export const fieldLabels: Readonly<Record<keyof MonthFields, string>> = {
  employeeHours: 'Employee hours',
  employeeKms: 'Employee kilometres',
  employeeCount: 'Employees',
  contractorHours: 'Contractor hours',
  contractorKms: 'Contractor kilometres',
  contractorCount: 'Contractors',
  notes: 'Notes',
};

export const isFieldName = (field: string | null | undefined): field is keyof MonthFields =>
  typeof field === 'string' && Object.hasOwn(fieldLabels, field);

const isCount = (name: FigureName): boolean => name === 'employeeCount' || name === 'contractorCount';
const MAX_NOTES = 10_000;

export const readFigure = (name: FigureName, typed: string) =>
  readNumber(typed, isCount(name) ? { max: 1_000_000, decimals: 0 } : { max: 10_000_000, decimals: 2 });

/** Form fields of a month; figures that were not entered are empty, not zero. */
export function fieldsOf({ figures, notes }: Pick<MonthlyMetrics, 'figures' | 'notes'>): MonthFields {
  const typed = figureNames.map((name) => [name, figures === null ? '' : String(figures[name])]);
  return { ...(Object.fromEntries(typed) as Record<FigureName, string>), notes: notes ?? '' };
}

/** Only the hours of employees are required: a figure that is left empty counts as none. */
export const isOptional = (name: FigureName): boolean => name !== 'employeeHours';

/** Errors of the fields, in the order of the form. */
export function errorsOf(fields: MonthFields): { field: keyof MonthFields; message: string }[] {
  const errors: { field: keyof MonthFields; message: string }[] = figureNames.flatMap((name) => {
    if (isOptional(name) && fields[name].trim() === '') return [];
    const { error } = readFigure(name, fields[name]);
    return error === null ? [] : [{ field: name, message: error }];
  });
  return fields.notes.trim().length > MAX_NOTES
    ? [...errors, { field: 'notes', message: tooLongText(MAX_NOTES) }]
    : errors;
}

/** Request body; the fields have to be valid. */
export function requestOf(fields: MonthFields): RecordMonthlyMetricsRequest {
  const figures = Object.fromEntries(
    figureNames.map((name) => [name, readFigure(name, fields[name]).value ?? 0]),
  ) as unknown as MonthlyFigures;
  return { ...figures, notes: fields.notes.trim() || null };
}

/** Whether two inputs mean the same value: '188,412.50' and '188412.5'. */
function isSame(name: keyof MonthFields, a: string, b: string): boolean {
  if (name === 'notes') return a.trim() === b.trim();
  const [first, second] = [readFigure(name, a), readFigure(name, b)];
  return first.error === null && second.error === null ? first.value === second.value : a.trim() === b.trim();
}

export interface Conflict {
  field: keyof MonthFields;
  mine: string;
  theirs: string;
}

/**
 * Three-way merge of typed fields with what someone else saved: fields that only they changed are theirs, fields that
 * both changed are conflicts.
 */
export function mergeFields(
  base: MonthFields,
  theirs: MonthFields,
  mine: MonthFields,
): { fields: MonthFields; conflicts: Conflict[] } {
  const names: readonly (keyof MonthFields)[] = [...figureNames, 'notes'];
  const fields = { ...mine };
  const conflicts: Conflict[] = [];
  for (const field of names) {
    if (isSame(field, theirs[field], mine[field]) || isSame(field, theirs[field], base[field])) continue;
    if (isSame(field, mine[field], base[field])) fields[field] = theirs[field];
    else conflicts.push({ field, mine: mine[field], theirs: theirs[field] });
  }
  return { fields, conflicts };
}

/** Resolves a conflict with one of its sides. */
export const takeSide = (fields: MonthFields, { field, mine, theirs }: Conflict, side: Side): MonthFields => ({
  ...fields,
  [field]: side === 'mine' ? mine : theirs,
});

/** Plausible hours per person and month (decisions, monthly metrics). */
const PLAUSIBLE = { low: 40, high: 375 } as const;

/**
 * Question about unusual hours, which does not prevent saving: 'That is 12.5 hours for each of 240 employees; 40 to 375
 * is usual in a month.'
 */
export function hoursQuestion(
  hoursTyped: string,
  headsTyped: string,
  people: 'employees' | 'contractors',
): string | null {
  const hours = readFigure('employeeHours', hoursTyped).value;
  const heads = readFigure('employeeCount', headsTyped).value;
  if (hours === null || heads === null || heads === 0) return null;
  const each = hours / heads;
  if (each >= PLAUSIBLE.low && each <= PLAUSIBLE.high) return null;
  const average = each.toLocaleString('en-CA', { maximumFractionDigits: 1 });
  const who = heads === 1 ? `one ${people.slice(0, -1)}` : `each of ${heads.toLocaleString('en-CA')} ${people}`;
  return `That is ${average} ${each === 1 ? 'hour' : 'hours'} for ${who}; ${PLAUSIBLE.low} to ${PLAUSIBLE.high} is usual in a month.`;
}
