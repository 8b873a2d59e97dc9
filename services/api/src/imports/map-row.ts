import { createHash } from 'node:crypto';
import type { AnswerValue } from '@plimsoll/contracts/forms/answer-value';
import type { Form, Question } from '@plimsoll/contracts/forms/form';
import { nameKey, type DateForm } from '@plimsoll/contracts/imports/fields';
import { importTexts } from '@plimsoll/contracts/imports/import-texts';
import { classifications, personTypes } from '@plimsoll/contracts/incidents/vocabulary';
import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import type { TableRow } from '../spreadsheets/read-table.ts';

/** An error in a line; `column` is null where it concerns no single column. */
export interface LineError {
  readonly column: string | null;
  readonly className: string;
  readonly message: string;
}

/** Guids by the names used in cells. */
export interface ImportNames {
  readonly worksites: ReadonlyMap<string, string>;
  readonly regions: ReadonlyMap<string, string>;
  readonly reportingGroups: ReadonlyMap<string, string>;
  /** By email address. */
  readonly members: ReadonlyMap<string, string>;
}

/** Mapping from columns to fields. */
export interface ImportPlan {
  readonly form: Form;
  readonly idColumn: string | null;
  /** By field or question. */
  readonly columnOf: ReadonlyMap<string, string>;
  readonly dates: DateForm;
}

/** A line as a request to report an incident, and its id in the source system; null where no column contains one. */
export interface MappedRow {
  readonly id: string | null;
  readonly body: Record<string, unknown>;
  /** The column of a field of the request ('components.0.answers.1.value'); null for a field without a column. */
  readonly columnOf: (field: string) => string | null;
}

/** Normalizes names of places, groups and people: case and surrounding spaces do not matter. */
export const asName = (text: string): string => text.normalize('NFC').trim().toLowerCase();

/** The text of a cell, without the quote that protects it from evaluation in spreadsheets. */
export const inCell = (text: string): string => (/^'[=+\-@\t\r]/.test(text) ? text.slice(1) : text).trim();

export function cellOf({ cells }: Pick<TableRow, 'cells'>, heading: string): string {
  return inCell(cells.get(nameKey(heading)) ?? '');
}

/** The date in a cell that is written in the table's format, as 'YYYY-MM-DD'. */
export function dayIn(text: string, form: DateForm): string | null {
  const parts =
    form === 'ISO'
      ? /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text)
      : /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:[ ,].*)?$/.exec(text);
  // Date cells of workbooks are always ISO, whatever the format of text cells.
  if (!parts) return form === 'ISO' ? null : dayIn(text, 'ISO');
  const [year, month, day] =
    form === 'ISO'
      ? [parts[1], parts[2], parts[3]]
      : form === 'DAY_FIRST'
        ? [parts[3], parts[2], parts[1]]
        : [parts[3], parts[1], parts[2]];
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
    ? date.toISOString().slice(0, 10)
    : null;
}

export function timeIn(text: string): string | null {
  const parts = /^(?:.*[T ,])?(\d{1,2})[:.h](\d{2})(?::\d{2}(?:\.\d+)?)?(?:\s*([ap])\.?m\.?)?$/i.exec(text);
  if (!parts) return null;
  const half = parts[3]?.toLowerCase();
  const hour = half ? (Number(parts[1]) % 12) + (half === 'p' ? 12 : 0) : Number(parts[1]);
  return hour > 23 || Number(parts[2]) > 59 || (half && Number(parts[1]) > 12)
    ? null
    : `${String(hour).padStart(2, '0')}:${parts[2]}`;
}

const YES = new Set(['yes', 'y', 'true', 'x', '1']);
const NO = new Set(['no', 'n', 'false', '0']);

/** Maps a line to a request to report an incident, or lists the errors in its cells. */
export function mapRow(
  row: TableRow,
  plan: ImportPlan,
  names: ImportNames,
): MappedRow | { readonly errors: readonly LineError[] } {
  const errors: LineError[] = [];
  const refuse = (field: string, className: ErrorClass, message: string): undefined =>
    void errors.push({ column: plan.columnOf.get(field) ?? null, className, message });
  const cell = (field: string): string => {
    const heading = plan.columnOf.get(field);
    return heading === undefined ? '' : cellOf(row, heading);
  };
  const named = (
    field: string,
    known: ReadonlyMap<string, string>,
    className: ErrorClass,
    message: string,
  ): string | undefined => {
    const text = cell(field);
    return text === '' ? undefined : (known.get(asName(text)) ?? refuse(field, className, message));
  };
  const chosen = <Value extends string>(field: string, values: readonly Value[]): Value | undefined => {
    const text = cell(field);
    return text === ''
      ? undefined
      : (values.find((value) => nameKey(value) === nameKey(text)) ??
          refuse(field, 'MalformedEventField', importTexts.noSuch(values)));
  };
  const dated = cell('occurrenceDate');
  const occurrenceDate =
    dated === ''
      ? undefined
      : (dayIn(dated, plan.dates) ?? refuse('occurrenceDate', 'MalformedDate', importTexts.noDate));
  const timed = cell('occurrenceTime');
  const occurrenceTime =
    timed === '' ? undefined : (timeIn(timed) ?? refuse('occurrenceTime', 'MalformedEventField', importTexts.noTime));
  const worksiteGuid = named('worksite', names.worksites, 'WorksiteNotFound', importTexts.noWorksite);
  const regionGuid = named('region', names.regions, 'RegionNotFound', importTexts.noRegion);
  const reportingGroupGuid = named(
    'reportingGroup',
    names.reportingGroups,
    'ReportingGroupNotFound',
    importTexts.noGroup,
  );
  const onBehalfOfUserGuid = named('reporter', names.members, 'MissingMember', importTexts.noMember);
  const [name, personType, classification] = [
    cell('injured.name'),
    chosen('injured.personType', personTypes),
    chosen('injured.classification', classifications),
  ];
  if (name === '' && (personType !== undefined || classification !== undefined))
    refuse('injured.name', 'MalformedName', importTexts.noPersonName);

  const components = plan.form.groups.flatMap(({ groupGuid, questions }) => {
    const answers = questions.flatMap((question) => {
      if (!plan.columnOf.has(question.questionGuid)) return [];
      const text = cell(question.questionGuid);
      const answer = text === '' ? null : answerIn(text, question, plan.dates, names);
      if (answer !== null && 'error' in answer) refuse(question.questionGuid, 'MalformedEventField', answer.error);
      return [
        { questionGuid: question.questionGuid, value: answer !== null && 'value' in answer ? answer.value : null },
      ];
    });
    return answers.length > 0 ? [{ groupGuid, answers }] : [];
  });

  const id = plan.idColumn === null ? null : cellOf(row, plan.idColumn).replace(/^(\d+)\.0+$/, '$1');
  if (id === '')
    errors.push({ column: plan.idColumn, className: 'MissingRelatedEntity', message: importTexts.idMissing });
  if (errors.length > 0) return { errors };
  const given = Object.entries({
    occurrenceDate,
    occurrenceTime,
    worksiteGuid,
    regionGuid,
    reportingGroupGuid,
    onBehalfOfUserGuid,
    location: cell('location') || undefined,
    immediateActions: cell('immediateActions') || undefined,
  });
  return {
    id,
    body: {
      formGuid: plan.form.formGuid,
      formVersion: plan.form.version,
      description: cell('description'),
      ...Object.fromEntries(given.filter(([, value]) => value !== undefined)),
      ...(name !== '' && {
        injuredPersons: [{ name, personType: personType ?? 'EMPLOYEE', classification: classification ?? null }],
      }),
      components:
        components.length > 0
          ? components
          : plan.form.groups.slice(0, 1).map(({ groupGuid }) => ({ groupGuid, answers: [] })),
    },
    columnOf: (field) => {
      const [, at, index] = /^components\.(\d+)\.answers\.(\d+)/.exec(field) ?? [];
      return (
        plan.columnOf.get(components[Number(at)]?.answers[Number(index)]?.questionGuid ?? ownNames[field] ?? field) ??
        null
      );
    },
  };
}

const ownNames: Readonly<Record<string, string>> = {
  worksiteGuid: 'worksite',
  regionGuid: 'region',
  reportingGroupGuid: 'reportingGroup',
  onBehalfOfUserGuid: 'reporter',
  injuredPersons: 'injured.name',
  'injuredPersons.0.name': 'injured.name',
  'injuredPersons.0.personType': 'injured.personType',
  'injuredPersons.0.classification': 'injured.classification',
};

/** The answer to a question in a cell, or its error. */
function answerIn(
  text: string,
  { type, options }: Question,
  dates: DateForm,
  names: ImportNames,
): { readonly value: AnswerValue } | { readonly error: string } {
  const optionOf = (words: string) =>
    options.find(({ value, label }) =>
      [value, label].some((known) => nameKey(known) === nameKey(words) && asName(known) !== ''),
    )?.value;
  const labels = importTexts.noSuch(options.map(({ label }) => label));
  switch (type) {
    case 'INTEGER':
    case 'DECIMAL':
      return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? { value: Number(text) } : { error: importTexts.noNumber };
    case 'YES_NO':
      return YES.has(text.toLowerCase())
        ? { value: true }
        : NO.has(text.toLowerCase())
          ? { value: false }
          : { error: importTexts.noYesOrNo };
    case 'CHOICE': {
      const value = optionOf(text);
      return value === undefined ? { error: labels } : { value };
    }
    case 'MULTI_CHOICE': {
      const values = text
        .split(/[;|\n]/)
        .filter((part) => part.trim())
        .map(optionOf);
      return values.includes(undefined) ? { error: labels } : { value: values as string[] };
    }
    case 'DATE': {
      const value = dayIn(text, dates);
      return value === null ? { error: importTexts.noDate } : { value };
    }
    case 'TIME': {
      const value = timeIn(text);
      return value === null ? { error: importTexts.noTime } : { value };
    }
    case 'DATE_TIME': {
      const [day, time] = [dayIn(text, dates), timeIn(text)];
      return day === null
        ? { error: importTexts.noDate }
        : time === null
          ? { error: importTexts.noTime }
          : { value: `${day}T${time}` };
    }
    case 'PERSON': {
      const value = names.members.get(asName(text));
      return value === undefined ? { error: importTexts.noMember } : { value };
    }
    case 'LOCATION': {
      const value = names.worksites.get(asName(text)) ?? names.regions.get(asName(text));
      return value === undefined ? { error: importTexts.noWorksite } : { value };
    }
    case 'RISK': {
      const parts = /^([0-5])\s*[x×/*,]\s*([0-5])$/i.exec(text);
      return parts
        ? { value: { severity: Number(parts[1]), likelihood: Number(parts[2]) } }
        : { error: importTexts.noRisk };
    }
    case 'SIGNATURE':
      return { value: { name: text } };
    default:
      return { value: text };
  }
}

/** Ids for rows that have none: a hash of the content, and a counter for identical rows. */
export class RowIds {
  readonly #counts = new Map<string, number>();

  of(row: Pick<TableRow, 'cells'>, { columnOf }: Pick<ImportPlan, 'columnOf'>): string {
    const values = [...columnOf]
      .map(([field, heading]) => [field, cellOf(row, heading)])
      .sort(([one], [other]) => (one! < other! ? -1 : 1));
    const hash = createHash('sha256').update(JSON.stringify(values)).digest('hex');
    const count = (this.#counts.get(hash) ?? 0) + 1;
    this.#counts.set(hash, count);
    return `${hash} ${count}`;
  }
}
