/** How numbers are written in a table: 1,250.5 or 1.250,5. */
export const numberForms = ['POINT', 'COMMA'] as const;
export type NumberForm = (typeof numberForms)[number];

/** Spaces and apostrophes separate thousands in either form. */
const NEUTRAL_SEPARATORS = /(?<=\d)[ \u00A0\u2009\u202F'\u2019](?=\d{3}(?!\d))/g;
/** Groups of three, or of two before the last three as in India. No number begins with a group of zeros. */
const groups = (separator: string) => `(?:\\d+|[1-9]\\d{0,2}(?:${separator}\\d{2,3})*${separator}\\d{3})`;
const patternOf = (group: string, decimal: string) =>
  new RegExp(`^([+-]?)(${groups(group)})?(?:${decimal}(\\d*))?(?:e([+-]?\\d{1,3}))?$`, 'i');
const patterns: Readonly<Record<NumberForm, RegExp>> = { POINT: patternOf(',', '\\.'), COMMA: patternOf('\\.', ',') };

const MINUS = /^[\u2010-\u2013\u2212]/;
const plain = (text: string): string => text.trim().replace(MINUS, '-').replaceAll(NEUTRAL_SEPARATORS, '');

/** As many significant digits as spreadsheets show. */
const SIGNIFICANT_DIGITS = 15;

/**
 * The number in a text, rounded as a spreadsheet shows it (0.30000000000000004 is 0.3).
 * @returns null for a text in another form, and for one that does not have all digits of its number: a whole number
 * that is too long to be exact, or one that a spreadsheet shortened ("2.02E+11").
 */
export function numberIn(text: string, form: NumberForm): number | null {
  const [match, sign, whole, fraction, exponent] = patterns[form].exec(plain(text)) ?? [];
  if (match === undefined || (!whole && !fraction)) return null;
  if (Number(exponent ?? 0) > (fraction?.length ?? 0)) return null;
  const value = Number(
    `${sign}${whole?.replace(/[.,]/g, '') ?? '0'}.${fraction || '0'}${exponent === undefined ? '' : `e${exponent}`}`,
  );
  if (!Number.isFinite(value)) return null;
  if (Number.isInteger(value)) return Number.isSafeInteger(value) ? value + 0 : null;
  return Number(value.toPrecision(SIGNIFICANT_DIGITS));
}

/** In which forms texts are numbers: EITHER when each could be read in both ways, NEITHER when both occur. */
export type NumberEvidence = NumberForm | 'NONE' | 'EITHER' | 'NEITHER';

/** No number is longer. */
const MAX_LENGTH = 60;

/** What one text says about the form of numbers. */
function evidenceOf(text: string): NumberEvidence {
  if (text.length > MAX_LENGTH || !/\d[.,]|[.,]\d/.test(text)) return 'NONE';
  const written = plain(text);
  const [point, comma] = [patterns.POINT.test(written), patterns.COMMA.test(written)];
  if (point && comma) return 'EITHER';
  return point ? 'POINT' : comma ? 'COMMA' : 'NONE';
}

/** What several texts, or columns, say together. */
export function combinedEvidence(found: Iterable<NumberEvidence>): NumberEvidence {
  const all = new Set(found);
  if (all.has('NEITHER') || (all.has('POINT') && all.has('COMMA'))) return 'NEITHER';
  return all.has('POINT') ? 'POINT' : all.has('COMMA') ? 'COMMA' : all.has('EITHER') ? 'EITHER' : 'NONE';
}

/** A number cell of a workbook, which is written with a point whatever its text cells do. */
const NUMBER_CELL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Collects what the cells of a column say. */
export class NumberColumn {
  evidence: NumberEvidence = 'NONE';
  readonly #isInWorkbook: boolean;

  constructor(isInWorkbook: boolean) {
    this.#isInWorkbook = isInWorkbook;
  }

  add(text: string): void {
    if (this.evidence === 'NEITHER' || (this.#isInWorkbook && NUMBER_CELL.test(text))) return;
    this.evidence = combinedEvidence([this.evidence, evidenceOf(text)]);
  }
}

/**
 * The number in a cell of a workbook. Number cells have a point: a text that could be one, and would be another number
 * in the chosen form, is no number.
 */
export function numberInWorkbook(text: string, form: NumberForm): number | null {
  const read = numberIn(text, form);
  if (form === 'POINT' || !NUMBER_CELL.test(text)) return read;
  const cell = numberIn(text, 'POINT');
  return read === null || read === cell ? cell : null;
}

/** The form that the evidence leaves no doubt about; null when a person must say it. */
export const certainForm = (evidence: NumberEvidence): NumberForm | null =>
  evidence === 'NONE' ? 'POINT' : evidence === 'EITHER' || evidence === 'NEITHER' ? null : evidence;

/** A number in digits, without an exponent. */
export function plainNumber(value: number): string {
  const written = String(value);
  const [, sign, whole, fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(written) ?? [];
  if (exponent === undefined) return written;
  const digits = whole! + fraction;
  const point = whole!.length + Number(exponent);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return `${sign}${digits.slice(0, point).padEnd(point, '0')}${digits.length > point ? `.${digits.slice(point)}` : ''}`;
}
