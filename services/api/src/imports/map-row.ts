import type { Form } from '@plimsoll/contracts/forms/form';
import { importTexts } from '@plimsoll/contracts/imports/import-texts';
import type { TableRow } from '../spreadsheets/read-table.ts';
import { answerIn, type CellReading } from './answer-in-cell.ts';
import { inZone, isDayAlone, momentIn } from './moments.ts';
import { indexOfOne, RowReading, type ImportNames, type ImportPlan, type LineError } from './row-reading.ts';

/** A line as a request to report an incident, and its id in the source system; null where no column contains one. */
export interface MappedRow {
  readonly id: string | null;
  readonly form: Form;
  readonly body: Record<string, unknown>;
  /** What the row says, by field. */
  readonly values: ReadonlyMap<string, unknown>;
  /** Label of the column of a field of the request ('components.0.answers.1.value'); null for a field without one. */
  readonly columnOf: (field: string) => string | null;
}

/** Maps a line to a request to report an incident, or lists the errors in its cells. */
export function mapRow(
  row: TableRow,
  plan: ImportPlan,
  names: ImportNames,
): MappedRow | { readonly errors: readonly LineError[] } {
  const reading = new RowReading(row, plan);
  const form = formOf(reading, plan, names);
  const worksiteGuid = reading.named(
    reading.columnOf('worksite'),
    names.worksites,
    'WorksiteNotFound',
    importTexts.noWorksite,
  );
  const zone = names.zoneOf(worksiteGuid);
  const given: Record<string, unknown> = {
    ...occurrence(reading, plan, zone),
    worksite: worksiteGuid,
    region: reading.named(reading.columnOf('region'), names.regions, 'RegionNotFound', importTexts.noRegion),
    reportingGroup: reading.named(
      reading.columnOf('reportingGroup'),
      names.reportingGroups,
      'ReportingGroupNotFound',
      importTexts.noGroup,
    ),
    reporter: reading.named(reading.columnOf('reporter'), names.members, 'MissingMember', importTexts.noMember),
    location: reading.field('location') || undefined,
    description: reading.field('description'),
    immediateActions: reading.field('immediateActions') || undefined,
  };
  const injured = injuredPerson(reading);
  const components = form
    ? componentsOf(form, reading, plan, {
        dates: plan.dates,
        numbers: plan.numbers,
        isWorkbook: plan.isWorkbook,
        zone,
        members: names.members,
        places: names.places,
        injured: indexOfOne(injured?.name ?? '', 'injured/0'),
      })
    : [];
  const id = idOf(reading, plan);
  if (!form || reading.errors.length > 0) return { errors: reading.errors };
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    id,
    form,
    body: {
      formGuid: form.formGuid,
      formVersion: form.version,
      ...Object.fromEntries(present.map(([field, value]) => [requestFields[field] ?? field, value])),
      ...(injured && { injuredPersons: [injured] }),
      components:
        components.length > 0
          ? components
          : form.groups.slice(0, 1).map(({ groupGuid }) => ({ groupGuid, answers: [] })),
    },
    values: new Map<string, unknown>([
      ...present,
      ...(injured ? [['injured', injured] as const] : []),
      ...components
        .flatMap(({ answers }) => answers)
        .flatMap(({ questionGuid, value }) => (value === null ? [] : [[questionGuid, value] as const])),
    ]),
    columnOf: (field) => {
      const [, at, index] = /^components\.(\d+)\.answers\.(\d+)/.exec(field) ?? [];
      const column = reading.columnOf(
        components[Number(at)]?.answers[Number(index)]?.questionGuid ?? importFieldOf[field] ?? field,
      );
      return column === null ? null : plan.labels[column]!;
    },
  };
}

/** The form that the row names, or the one of all rows. */
function formOf(reading: RowReading, { form, formColumn }: ImportPlan, { forms }: ImportNames): Form | undefined {
  if (reading.text(formColumn) !== '')
    return reading.named(formColumn, forms, 'FormNotFound', importTexts.noFormOfName);
  return form ?? reading.refuse(formColumn, 'FormNotFound', importTexts.formMissing);
}

/** A day and a time of day, from two columns or from one that contains both. */
function occurrence(
  reading: RowReading,
  { dates }: ImportPlan,
  zone: string,
): { readonly occurrenceDate?: string; readonly occurrenceTime?: string } {
  const [dated, timed] = [reading.field('occurrenceDate'), reading.field('occurrenceTime')];
  const ofDay = dated === '' ? null : momentIn(dated, dates);
  const ofTime = timed === '' ? null : momentIn(timed, dates);
  if (dated !== '' && (ofDay === null || ofDay.day === null))
    reading.refuse(reading.columnOf('occurrenceDate'), 'MalformedDate', importTexts.noDate);
  if (timed !== '' && (ofTime === null || ofTime.time === null))
    reading.refuse(reading.columnOf('occurrenceTime'), 'MalformedEventField', importTexts.noTime);
  if (!ofDay?.day) return { ...(ofTime?.time && { occurrenceTime: inZone(ofTime, zone).time! }) };
  // A time of day with an offset belongs to the day in the other column.
  if (ofTime && ofTime.day === null && ofTime.offset !== null) {
    const local = inZone({ ...ofTime, day: ofDay.day }, zone);
    return { occurrenceDate: local.day!, occurrenceTime: local.time! };
  }
  const day = inZone(ofDay, zone);
  const time = ofTime ? inZone(ofTime, zone).time : isDayAlone(ofDay) ? null : day.time;
  return { occurrenceDate: day.day!, ...(time !== null && { occurrenceTime: time }) };
}

interface InjuredPerson {
  readonly name: string;
  readonly personType: string;
  readonly classification: string | null;
}

function injuredPerson(reading: RowReading): InjuredPerson | null {
  const name = reading.field('injured.name');
  const personType = reading.word('injured.personType');
  const classification = reading.word('injured.classification');
  const isDescribed = reading.field('injured.personType') !== '' || reading.field('injured.classification') !== '';
  if (name === '' && isDescribed)
    reading.refuse(reading.columnOf('injured.name'), 'MalformedName', importTexts.noPersonName);
  return name === '' ? null : { name, personType: personType ?? 'EMPLOYEE', classification: classification ?? null };
}

function componentsOf(form: Form, reading: RowReading, plan: ImportPlan, cells: CellReading) {
  return form.groups.flatMap(({ groupGuid, questions }) => {
    const answers = questions.flatMap((question) => {
      const { questionGuid } = question;
      const column = plan.columnOf.get(questionGuid);
      if (column === undefined) return [];
      const text = reading.text(column);
      const answer = text === '' ? null : answerIn(text, question, cells);
      if (answer !== null && 'error' in answer) reading.refuse(column, 'MalformedEventField', answer.error);
      return [{ questionGuid, value: answer !== null && 'value' in answer ? answer.value : null }];
    });
    return answers.length > 0 ? [{ groupGuid, answers }] : [];
  });
}

/** A number that a spreadsheet has shortened, such as 2.02601E+11: many ids look alike then. */
const SHORTENED = /^\d(?:e\+|[.,]\d+e\+?)\d+$/i;

function idOf(reading: RowReading, { idColumn }: ImportPlan): string | null {
  if (idColumn === null) return null;
  const id = reading.text(idColumn).replace(/^(\d+)\.0+$/, '$1');
  if (id === '') reading.refuse(idColumn, 'MissingRelatedEntity', importTexts.idMissing);
  else if (SHORTENED.test(id)) reading.refuse(idColumn, 'MalformedEventField', importTexts.idShortened);
  return id;
}

/** Names of fields in a request. */
const requestFields: Readonly<Record<string, string>> = {
  worksite: 'worksiteGuid',
  region: 'regionGuid',
  reportingGroup: 'reportingGroupGuid',
  reporter: 'onBehalfOfUserGuid',
};

/** Fields of the import by the names that errors of a request have. */
const importFieldOf: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(requestFields).map(([field, name]) => [name, field])),
  injuredPersons: 'injured.name',
  'injuredPersons.0.name': 'injured.name',
  'injuredPersons.0.personType': 'injured.personType',
  'injuredPersons.0.classification': 'injured.classification',
};
