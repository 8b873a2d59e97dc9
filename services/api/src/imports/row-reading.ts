import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import type { Form } from '@plimsoll/contracts/forms/form';
import type { DateForm } from '@plimsoll/contracts/imports/fields';
import { importTexts } from '@plimsoll/contracts/imports/import-texts';
import { foldName, NameIndex, type NameMatch } from '@plimsoll/contracts/imports/name-index';
import type { NumberForm } from '@plimsoll/contracts/imports/numbers';
import { classificationTexts, personTypeTexts } from '@plimsoll/contracts/incidents/event-texts';
import { classifications, personTypes } from '@plimsoll/contracts/incidents/vocabulary';
import type { TableRow } from '../spreadsheets/read-table.ts';

/** An error in a line; `column` is null where it concerns no single column. */
export interface LineError {
  readonly column: string | null;
  readonly className: string;
  readonly message: string;
}

/** What cells may name. */
export interface ImportNames {
  readonly worksites: NameIndex<string>;
  readonly regions: NameIndex<string>;
  readonly reportingGroups: NameIndex<string>;
  /** By email address and by name. */
  readonly members: NameIndex<string>;
  readonly forms: NameIndex<Form>;
  /** Worksites before regions. */
  readonly places: NameIndex<string>;
  /** Time zone of an event at this worksite, or at none. */
  readonly zoneOf: (worksiteGuid: string | undefined) => string;
}

/** How the rows of a table are mapped. */
export interface ImportPlan {
  /** What errors call the columns. */
  readonly labels: readonly string[];
  /** Form of rows that name none. */
  readonly form: Form | null;
  readonly formColumn: number | null;
  readonly idColumn: number | null;
  /** Columns by field or question. */
  readonly columnOf: ReadonlyMap<string, number>;
  readonly dates: DateForm;
  readonly numbers: NumberForm;
  readonly isWorkbook: boolean;
}

/** The text of a cell without the quote by which text files protect it from evaluation in spreadsheets. */
export const unquoted = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

const PERSON_TYPES = vocabulary(personTypes, personTypeTexts);
const CLASSIFICATIONS = vocabulary(classifications, classificationTexts);
const vocabularies = { 'injured.personType': PERSON_TYPES, 'injured.classification': CLASSIFICATIONS };

/** Words of the workflow by what people see, by our codes, and by codes written as words. */
function vocabulary<Word extends string>(words: readonly Word[], texts: Readonly<Record<Word, string>>) {
  const named = words.flatMap((value) =>
    [texts[value], value, value.replaceAll('_', ' '), value.replaceAll('_', '-'), value.replaceAll('_', '')].map(
      (name, index) => ({ name, value, rank: Number(index > 0) }),
    ),
  );
  return { index: new NameIndex<Word>(named), texts: words.map((word) => texts[word]) };
}

/** Reads the cells of one row and collects their errors. */
export class RowReading {
  readonly errors: LineError[] = [];

  constructor(
    private readonly row: TableRow,
    private readonly plan: ImportPlan,
  ) {}

  refuse(column: number | null, className: ErrorClass, message: string): undefined {
    this.errors.push({ column: column === null ? null : this.plan.labels[column]!, className, message });
    return undefined;
  }

  /** The column of a field. */
  columnOf(field: string): number | null {
    return this.plan.columnOf.get(field) ?? null;
  }

  /** The trimmed text of a column, with one form of line breaks; empty for a column that the row does not have. */
  text(column: number | null): string {
    const text = column === null ? '' : (this.row.cells[column] ?? '').replace(/\r\n?/g, '\n').trim();
    return this.plan.isWorkbook ? text : unquoted(text).trim();
  }

  /** The text of a field. */
  field(field: string): string {
    return this.text(this.columnOf(field));
  }

  /** What a field names; undefined for an empty one, and for a name that nothing or more than one thing has. */
  named<Value>(
    column: number | null,
    index: NameIndex<Value>,
    className: ErrorClass,
    unknown: string,
  ): Value | undefined {
    const text = this.text(column);
    return text === '' ? undefined : this.match(column, index.find(text), className, unknown);
  }

  match<Value>(
    column: number | null,
    match: NameMatch<Value> | null,
    className: ErrorClass,
    unknown: string,
  ): Value | undefined {
    if (match === null) return this.refuse(column, className, unknown);
    return 'value' in match ? match.value : this.refuse(column, className, importTexts.ambiguous(match.candidates));
  }

  /** A word of the workflow. */
  word<Field extends keyof typeof vocabularies>(field: Field) {
    const { index, texts } = vocabularies[field];
    return this.named<string>(
      this.columnOf(field),
      index as NameIndex<string>,
      'MalformedEventField',
      importTexts.noSuch(texts),
    );
  }
}

/** An index of one name, which stands for what the row itself says. */
export const indexOfOne = (name: string, value: string): NameIndex<string> =>
  new NameIndex(foldName(name) === '' ? [] : [{ name, value }]);
