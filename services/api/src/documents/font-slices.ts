import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create } from 'fontkit';

const require = createRequire(import.meta.url);
const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`));

/** Font of all texts that it has glyphs for. */
export const MAIN_FONT = 'Roboto';
export const MAIN_FONT_FOLDER = join(folderOf('pdfmake'), 'fonts', 'Roboto');

/** Packages of Noto fonts, the preferred first. Each has its characters in slices, a file each. */
const packages: readonly { readonly name: string; readonly style: string }[] = [
  ...['sans', 'sans-arabic', 'sans-hebrew', 'sans-devanagari', 'sans-gurmukhi', 'sans-bengali', 'sans-gujarati'],
  ...['sans-tamil', 'sans-thai', 'sans-ethiopic', 'sans-canadian-aboriginal', 'sans-symbols'],
]
  .map((name) => ({ name: `@fontsource-variable/noto-${name}`, style: 'wght-normal' }))
  .concat(
    { name: '@fontsource/noto-sans-symbols-2', style: '400-normal' },
    ...['sans-sc', 'sans-jp', 'sans-kr', 'emoji'].map((name) => ({
      name: `@fontsource-variable/noto-${name}`,
      style: 'wght-normal',
    })),
  );

/** Language that decides between the forms of a Han character. */
export type HanLanguage = 'jp' | 'kr' | 'sc';

/** One file of a font: some of its characters. */
export interface FontSlice {
  readonly name: string;
  readonly file: string;
  /** Whether it has the font's whole range of weights. */
  readonly isVariable: boolean;
  readonly language: HanLanguage | null;
  /** First and last code point of each range; the file may lack some of them. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

/** Ranges in the form of CSS: `U+0600-06FF,U+200C`. */
const rangesIn = (text: string): FontSlice['ranges'] =>
  text.split(',').map((range) => {
    const [first, last = first] = range
      .trim()
      .slice(2)
      .split('-')
      .map((hex) => Number.parseInt(hex, 16)) as [number, number?];
    return [first, last];
  });

function slicesOf({ name, style }: (typeof packages)[number]): FontSlice[] {
  const folder = folderOf(name);
  const short = name.split('/')[1]!;
  const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
  return Object.entries(ranges).map(([slice, text]) => {
    const id = slice.replaceAll(/[[\]]/g, '');
    return {
      name: `${short}-${id}`,
      file: join(folder, 'files', `${short}-${id}-${style}.woff2`),
      isVariable: style.startsWith('wght'),
      language: (/-(jp|kr|sc)$/.exec(short)?.[1] as HanLanguage | undefined) ?? null,
      ranges: rangesIn(text),
    };
  });
}

let slices: readonly FontSlice[] | undefined;
const allSlices = (): readonly FontSlice[] => (slices ??= packages.flatMap(slicesOf));

const characters = new Map<string, ReadonlySet<number>>();
function charactersIn(file: string): ReadonlySet<number> {
  const known = characters.get(file) ?? new Set(create(readFileSync(file)).characterSet);
  characters.set(file, known);
  return known;
}

/** Whether the main font has a character. */
export const isInMainFont = (codePoint: number): boolean =>
  charactersIn(join(MAIN_FONT_FOLDER, 'Roboto-Regular.ttf')).has(codePoint);

const chosen = new Map<string, FontSlice | null>();
/** Clusters whose slice is remembered: more than a language uses. */
const MAX_REMEMBERED = 20_000;

/** The slice that has all characters of a cluster; null if none has. */
export function sliceWith(codePoints: readonly number[], language: HanLanguage): FontSlice | null {
  const key = `${language} ${codePoints.join(' ')}`;
  const known = chosen.get(key);
  if (known !== undefined) return known;
  const mayHave = (slice: FontSlice) =>
    codePoints.every((code) => slice.ranges.some(([first, last]) => code >= first && code <= last));
  const candidates = allSlices().filter(mayHave);
  const preferred = candidates.filter((slice) => slice.language === language);
  const found =
    [...preferred, ...candidates].find(({ file }) => codePoints.every((code) => charactersIn(file).has(code))) ?? null;
  if (chosen.size >= MAX_REMEMBERED) chosen.clear();
  chosen.set(key, found);
  return found;
}
