/** What a number format shows of a moment. */
export interface MomentFormat {
  readonly hasDay: boolean;
  readonly hasTime: boolean;
  readonly hasSeconds: boolean;
  /** Shows a duration, such as 26:30. */
  readonly isElapsed: boolean;
}

interface Section {
  readonly condition: { readonly operator: string; readonly limit: number } | null;
  /** Null for a section that shows a number. */
  readonly moment: MomentFormat | null;
}

/** A number format: what it shows depends on the number. */
export interface NumberFormat {
  readonly sections: readonly Section[];
}

/**
 * The tokens of a format: literal text, brackets, the day's halves, "General" and codes of dates. Anything else
 * is a sign of its own.
 */
const TOKEN =
  /"[^"]*"?|\\.?|[_*].?|\[[^\]]*\]?|AM\/PM|A\/P|上午\/下午|午前\/午後|오전\/오후|General|G\/[\u0080-\uffff]+|(?<=[0#?.])E[+-]|y+|m+|d+|h+|s+|e+|b+|g+|./gis;
const CONDITION = /^\[(<=|>=|<>|<|>|=)(-?\d+(?:\.\d+)?)\]$/;
const ELAPSED = /^\[(h+|m+|s+)\]$/i;
const HALVES = /^(?:AM\/PM|A\/P|上午\/下午|午前\/午後|오전\/오후)$/i;

/** Maximum length of a format in Excel. */
const MAX_LENGTH = 255;

/** Reads a number format by its grammar. */
export function numberFormat(code: string): NumberFormat {
  const sections: string[][] = [[]];
  for (const [token] of code.slice(0, MAX_LENGTH).matchAll(TOKEN))
    if (token === ';') sections.push([]);
    else sections.at(-1)!.push(token);
  return { sections: sections.map(sectionOf) };
}

function sectionOf(tokens: readonly string[]): Section {
  const [, operator, limit] = tokens.map((token) => CONDITION.exec(token)).find(Boolean) ?? [];
  return {
    condition: operator === undefined ? null : { operator, limit: Number(limit) },
    moment: momentOf(tokens),
  };
}

function momentOf(tokens: readonly string[]): MomentFormat | null {
  const letters = tokens.flatMap((token) =>
    ELAPSED.test(token) || HALVES.test(token) || /^(?:y+|m+|d+|h+|s+|e+|b+|g+)$/i.test(token)
      ? [token.toLowerCase()]
      : [],
  );
  if (letters.length === 0) return null;
  const has = (sign: string) => letters.some((token) => token.startsWith(sign) || token.startsWith(`[${sign}`));
  // An "m" is a minute behind an hour and before a second.
  const isMinute = (at: number) => /^\[?h/.test(letters[at - 1] ?? '') || /^\[?s/.test(letters[at + 1] ?? '');
  const isElapsed = letters.some((token) => token.startsWith('['));
  return {
    hasDay:
      letters.some((token) => /^[ydebg]/.test(token)) ||
      letters.some((token, at) => token.startsWith('m') && !isMinute(at)),
    hasTime: isElapsed || has('h') || has('s') || letters.some((token) => HALVES.test(token)),
    hasSeconds: has('s'),
    isElapsed,
  };
}

/** What a format shows of a number: a moment, or null for a number. */
export function momentFormat({ sections }: NumberFormat, value: number): MomentFormat | null {
  const chosen = sections.find(({ condition }, at) =>
    condition ? holds(condition, value) : isDefault(sections.length, at, value),
  );
  return chosen?.moment ?? null;
}

function holds({ operator, limit }: NonNullable<Section['condition']>, value: number): boolean {
  switch (operator) {
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '=':
      return value === limit;
    default:
      return value !== limit;
  }
}

/** Sections without a condition: for positive numbers, negative ones, zero, and texts. The last takes what is left. */
function isDefault(count: number, at: number, value: number): boolean {
  if (count === 1) return true;
  if (at === 0) return value > 0 || (value === 0 && count === 2);
  if (at === 1) return value < 0 || count === 2;
  return at === 2;
}

const day = 'yyyy-mm-dd';
const time = 'h:mm';
const exact = 'h:mm:ss';
/**
 * The formats that have a number instead of a code. Those from 27 to 36, 50 to 58 and 71 to 81 are of East Asian
 * and Thai programs; only what they show counts here.
 */
const BUILT_IN: Readonly<Record<number, string>> = {
  ...Object.fromEntries([14, 15, 16, 17, 27, 28, 29, 30, 31, 36].map((id) => [id, day])),
  ...Object.fromEntries([50, 51, 52, 53, 54, 57, 58, 71, 72, 73, 74, 81].map((id) => [id, day])),
  ...Object.fromEntries([18, 20, 32, 34, 55, 75].map((id) => [id, time])),
  ...Object.fromEntries([19, 21, 33, 35, 56, 76].map((id) => [id, exact])),
  22: `${day} ${time}`,
  77: `${day} ${time}`,
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  78: 'mm:ss',
  79: '[h]:mm:ss',
  80: 'mm:ss.0',
};

/** The code of a format by its number, when the workbook defines none. */
export const builtInFormat = (id: number): string => BUILT_IN[id] ?? 'General';
