import bidiFactory from 'bidi-js';
import { isInMainFont, sliceWith, type FontSlice, type HanLanguage } from './font-slices.ts';

/** Part of a text in one font and one direction. */
export interface TextRun {
  readonly text: string;
  /** Null for the main font. */
  readonly slice: FontSlice | null;
  /** Embedding level of the Unicode bidirectional algorithm: odd from right to left. */
  readonly level: number;
  /** Level of its paragraph. */
  readonly base: number;
}

/** A text in runs, in logical order. */
export interface RunText {
  readonly runs: readonly TextRun[];
  readonly missing: number;
}

/** Stands for a character that no font has. */
export const PLACEHOLDER = '\uFFFD';

const bidi = bidiFactory();
const clusters = new Intl.Segmenter('und', { granularity: 'grapheme' });
const words = new Intl.Segmenter('th', { granularity: 'word' });

const RIGHT_TO_LEFT = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
const MARKS_OF_DIRECTION = /[\u200E\u200F\u202A-\u202E\u2066-\u2069\u061C]/g;
/** Scripts without spaces between words, in which lines break at words of the dictionary. */
const WITHOUT_SPACES = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{2}/u;
/** Has no glyph of its own; fonts need not have it. */
const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;
const EMOJI_JOINERS = /[\u200D\uFE0E\uFE0F]/g;
const EMOJI = /\p{Extended_Pictographic}/u;

/** Whether the main font has all of a text, from left to right. */
export const isPlain = (text: string): boolean => {
  for (const character of text) {
    const code = character.codePointAt(0)!;
    if (code > 0x7e && (RIGHT_TO_LEFT.test(character) || !isInMainFont(code))) return false;
  }
  return true;
};

/** Whether a text has characters that are read from right to left. */
const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

const languageOf = (text: string): HanLanguage =>
  /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? 'jp' : /\p{Script=Hangul}/u.test(text) ? 'kr' : 'sc';

/** Gives lines of Thai and the like places to break, as spaces do in other scripts. */
const withBreaks = (text: string): string =>
  WITHOUT_SPACES.test(text) ? [...words.segment(text)].map(({ segment }) => segment).join('\u200B') : text;

/**
 * Splits texts that are drawn one behind the other into runs, each text into its own. Their direction is that of the
 * whole, by the Unicode bidirectional algorithm.
 */
export function runsOf(texts: readonly string[]): RunText[] {
  const parts = texts.map(withBreaks);
  const whole = parts.join('');
  const directions = isRightToLeft(whole) ? bidi.getEmbeddingLevels(whole, 'auto') : null;
  const language = languageOf(whole);
  let from = 0;
  return parts.map((text) => {
    const at = from;
    from += text.length;
    return runsIn(text, language, (index) => {
      const place = at + index;
      const base = directions?.paragraphs.find(({ start, end }) => start <= place && place <= end)?.level ?? 0;
      return { level: directions?.levels[place] ?? base, base };
    });
  });
}

function runsIn(
  text: string,
  language: HanLanguage,
  directionAt: (index: number) => Pick<TextRun, 'level' | 'base'>,
): RunText {
  const runs: TextRun[] = [];
  let missing = 0;
  let open: { text: string; slice: FontSlice | null; level: number; base: number } | undefined;
  const close = () => {
    if (open && open.text !== '') runs.push(open);
    open = undefined;
  };
  for (const { segment, index } of clusters.segment(text)) {
    const direction = directionAt(index);
    const found = piecesOf(segment, language);
    missing += found.missing;
    const isTurned = direction.level % 2 === 1 && !isRightToLeft(segment);
    for (const { piece, slice } of found.pieces) {
      if (open?.slice !== slice || open.level !== direction.level || isTurned) close();
      const text = isTurned ? mirrored(piece) : piece;
      open = open ? { ...open, text: open.text + text } : { text, slice, ...direction };
    }
    if (isTurned) close();
  }
  close();
  return { runs, missing };
}

interface Piece {
  readonly piece: string;
  readonly slice: FontSlice | null;
}

/** A cluster in one font; in several if no font has all of it. */
function piecesOf(cluster: string, language: HanLanguage): { pieces: Piece[]; missing: number } {
  const plain = cluster.replaceAll(MARKS_OF_DIRECTION, '');
  const segment = EMOJI.test(plain) ? plain.replaceAll(EMOJI_JOINERS, '') : plain;
  const whole = fontOf([...segment], language);
  if (whole !== undefined) return { pieces: [{ piece: segment, slice: whole }], missing: 0 };
  const pieces = [...segment].map((character) => ({ piece: character, slice: fontOf([character], language) }));
  return {
    pieces: pieces.map(({ piece, slice }) =>
      slice === undefined ? { piece: PLACEHOLDER, slice: null } : { piece, slice },
    ),
    missing: pieces.filter(({ slice }) => slice === undefined).length,
  };
}

/** The slice with all characters, null for the main font; undefined if none has them. */
function fontOf(characters: readonly string[], language: HanLanguage): FontSlice | null | undefined {
  const codes = characters.filter((one) => !IGNORABLE.test(one) && !/\s/.test(one)).map((one) => one.codePointAt(0)!);
  if (codes.every((code) => (code >= 0x20 && code <= 0x7e) || isInMainFont(code))) return null;
  return sliceWith(codes, language) ?? undefined;
}

/**
 * A character between words that are read from right to left, such as a bracket or a space. The library draws these
 * words in their order, but none of the characters between them: each of those is a run of its own, to be placed.
 */
const mirrored = (piece: string): string => bidi.getMirroredCharacter(piece) ?? piece;
