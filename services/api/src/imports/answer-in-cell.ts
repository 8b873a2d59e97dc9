import type { AnswerValue } from '@plimsoll/contracts/forms/answer-value';
import type { Question } from '@plimsoll/contracts/forms/form';
import type { DateForm } from '@plimsoll/contracts/imports/fields';
import { importTexts } from '@plimsoll/contracts/imports/import-texts';
import type { NameIndex, NameMatch } from '@plimsoll/contracts/imports/name-index';
import { numberIn, numberInWorkbook, type NumberForm } from '@plimsoll/contracts/imports/numbers';
import { inZone, momentIn } from './moments.ts';
import { optionIn, optionsIn } from './option-texts.ts';

/** How the cells of a row are read. */
export interface CellReading {
  readonly dates: DateForm;
  readonly numbers: NumberForm;
  readonly isWorkbook: boolean;
  /** Time zone of the row's event. */
  readonly zone: string;
  /** By email address and by name. */
  readonly members: NameIndex<string>;
  /** Worksites and regions. */
  readonly places: NameIndex<string>;
  /** The injured person of the same row, to whom an answer may refer. */
  readonly injured: NameIndex<string>;
}

/** The answer to a question in a cell, or what is wrong with the cell. */
export type CellAnswer = { readonly value: AnswerValue } | { readonly error: string };

const YES = new Set(['yes', 'y', 'true', 'x', '1']);
const NO = new Set(['no', 'n', 'false', '0']);

const named = (match: NameMatch<string> | null, unknown: string): CellAnswer =>
  match === null ? { error: unknown } : 'value' in match ? match : { error: importTexts.ambiguous(match.candidates) };

/** Reads the answer to a question from a cell that is not empty. */
export function answerIn(text: string, { type, options }: Question, reading: CellReading): CellAnswer {
  switch (type) {
    case 'INTEGER':
    case 'DECIMAL': {
      const value = (reading.isWorkbook ? numberInWorkbook : numberIn)(text, reading.numbers);
      return value === null ? { error: importTexts.noNumber } : { value };
    }
    case 'YES_NO':
      return YES.has(text.toLowerCase())
        ? { value: true }
        : NO.has(text.toLowerCase())
          ? { value: false }
          : { error: importTexts.noYesOrNo };
    case 'CHOICE':
      return named(optionIn(text, options), importTexts.noSuch(options.map(({ label }) => label)));
    case 'MULTI_CHOICE': {
      const found = optionsIn(text, options);
      return Array.isArray(found)
        ? { value: found as string[] }
        : named(found as NameMatch<string> | null, importTexts.noSuch(options.map(({ label }) => label)));
    }
    case 'DATE':
    case 'TIME':
    case 'DATE_TIME':
      return momentAnswer(text, type, reading);
    case 'PERSON':
      return named(reading.members.find(text) ?? reading.injured.find(text), importTexts.noMember);
    case 'LOCATION':
      return named(reading.places.find(text), importTexts.noWorksite);
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

function momentAnswer(text: string, type: 'DATE' | 'TIME' | 'DATE_TIME', { dates, zone }: CellReading): CellAnswer {
  const written = momentIn(text, dates);
  const { day, time } = written ? inZone(written, zone) : { day: null, time: null };
  if (type === 'TIME') return time === null ? { error: importTexts.noTime } : { value: time };
  if (day === null) return { error: importTexts.noDate };
  if (type === 'DATE') return { value: day };
  return time === null ? { error: importTexts.noTime } : { value: `${day}T${time}` };
}
