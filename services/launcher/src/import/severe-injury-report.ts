import { injuryForm } from '@plimsoll/contracts/forms/built-in-forms';
import type { ReportIncidentRequest } from '@plimsoll/contracts/incidents/requests';
import { regions } from '@plimsoll/contracts/organizations/regions';
import type { TableRow } from '@plimsoll/api/spreadsheets/read-table';
import { foldName } from '@plimsoll/contracts/imports/name-index';

/** Columns of OSHA's Severe Injury Report (2015 on) that an incident requires. */
const required = ['ID', 'EventDate', 'State', 'City', 'Final Narrative'];

/** Indexes of columns by their names, which OSHA writes with and without spaces. */
export type ColumnsByName = ReadonlyMap<string, number>;

const columnKey = (name: string): string => foldName(name).replace(/[ _]/g, '');

export const columnsByName = (columns: readonly string[]): ColumnsByName =>
  new Map(columns.map((name, index) => [columnKey(name), index]));

/** The required columns that a table lacks; empty if it has OSHA's layout. */
export function missingColumns(columns: readonly string[]): string[] {
  const present = columnsByName(columns);
  return required.filter((name) => !present.has(columnKey(name)));
}

/** The columns whose name an earlier one has: it is not known which is meant. */
export function repeatedColumns(columns: readonly string[]): string[] {
  const keys = columns.map(columnKey);
  return columns.filter((_, index) => keys[index] !== '' && keys.indexOf(keys[index]!) < index);
}

/** Earliest year in which an incident can have happened. */
const EARLIEST_YEAR = 1900;

export interface MappedReport {
  readonly id: string;
  readonly request: Omit<ReportIncidentRequest, 'organizationGuid'>;
}

export type Mapping = { readonly report: MappedReport } | { readonly refusals: readonly string[] };

const states = new Map(
  regions
    .filter((region) => region.groupName === 'United States')
    .map((region) => [foldName(region.name), region.guid]),
);

/** Parses a date, 'M/D/YYYY' or 'YYYY-MM-DD' with an optional time: the day as 'YYYY-MM-DD', or the error. */
function dayOf(text: string): { readonly day: string } | { readonly error: string } {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})(?:\s.*)?$/.exec(text);
  const iso = /^(\d{2}|\d{4})-(\d{2})-(\d{2})(?:[T\s].*)?$/.exec(text);
  const [year, month, day] = american ? [american[3], american[1], american[2]] : iso ? [iso[1], iso[2], iso[3]] : [];
  if (!year || !month || !day) return { error: 'is no date' };
  if (year.length === 2) return { error: 'has a year of two digits' };
  if (Number(year) < EARLIEST_YEAR) return { error: `lies before ${EARLIEST_YEAR}` };
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isDay = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isDay ? { day: date.toISOString().slice(0, 10) } : { error: 'is no date' };
}

/** Matches a number that a spreadsheet has shortened: many ids look alike then. */
const SHORTENED = /^\d(?:\.\d+)?e\+?\d+$/i;

/** Normalizes whole numbers as spreadsheets write them: `971` and `971.0` are the same id. */
const idOf = (text: string): string => /^(\d+)\.0+$/.exec(text)?.[1] ?? text;

const isYes = (text: string): boolean => /^(y|yes|true|x)$/i.test(text) || Number(text) > 0;

const [care] = injuryForm.groups;
const [hospitalQuestion, lostPartQuestion] = care!.questions;

/**
 * Maps a line of OSHA's Severe Injury Report to an incident report, or to every reason why it cannot be one. The file
 * does not name the injured person; a hospitalization, an amputation or the loss of an eye counts as lost time. The narrative stays unchanged.
 */
export function mapSevereInjury({ cells }: TableRow, columns: ColumnsByName): Mapping {
  const cell = (name: string) => {
    const index = columns.get(columnKey(name));
    return index === undefined ? '' : (cells[index] ?? '').trim();
  };
  const refusals: string[] = [];
  const id = idOf(cell('ID'));
  const occurred = dayOf(cell('EventDate'));
  const regionGuid = states.get(foldName(cell('State')));
  const location = [cell('Address1'), cell('Address2'), cell('City')].filter(Boolean).join(', ');
  const description = cell('Final Narrative');
  const code = (name: string) => {
    const text = cell(name).replace(/\.0+$/, '');
    if (text && !/^\d{1,4}$/.test(text)) refusals.push(`${name} "${text}" is no OIICS code`);
    return text || null;
  };
  if (!id) refusals.push('ID is empty');
  else if (SHORTENED.test(id))
    refusals.push(`ID "${id}" was shortened by a spreadsheet: export it with all its digits`);
  if ('error' in occurred) refusals.push(`EventDate "${cell('EventDate')}" ${occurred.error}`);
  if (!regionGuid) refusals.push(`State "${cell('State')}" is not known`);
  if (!location) refusals.push('neither address nor city is given');
  if (!description) refusals.push('Final Narrative is empty');
  const hospitalised = isYes(cell('Hospitalized'));
  // The form asks for both in one question.
  const hasLostPart = isYes(cell('Amputation')) || isYes(cell('Loss of Eye'));
  const codes = {
    nature: code('Nature'),
    bodyPart: code('Part of Body'),
    event: code('Event'),
    source: code('Source'),
  };
  if (refusals.length || 'error' in occurred || !regionGuid) return { refusals };
  return {
    report: {
      id,
      request: {
        formGuid: injuryForm.formGuid,
        formVersion: injuryForm.version,
        occurrenceDate: occurred.day,
        regionGuid,
        location,
        description,
        injuredPersons: [
          {
            name: 'Not named',
            personType: 'EMPLOYEE',
            classification: hospitalised || hasLostPart ? 'LOST_TIME' : null,
            ...codes,
          },
        ],
        components: [
          {
            groupGuid: care!.groupGuid,
            answers: [
              { questionGuid: hospitalQuestion!.questionGuid, value: hospitalised },
              { questionGuid: lostPartQuestion!.questionGuid, value: hasLostPart },
            ],
          },
        ],
      },
    },
  };
}
