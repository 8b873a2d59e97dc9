import { ERASED } from '@plimsoll/contracts/kernel/erased';
import type { IncidentFacts } from '@plimsoll/contracts/incidents/events';
import { headingOf } from '@plimsoll/contracts/incidents/vocabulary';

/** What decides the title of an event for the responsible person of one of its actions. */
export interface HiddenEvent {
  readonly formName: string;
  readonly isSensitive: boolean;
  readonly facts: Pick<IncidentFacts, 'description' | 'injuredPersons' | 'relatedPersons'>;
}

/** Shorter parts of a name ("de", "Li") are too often ordinary words; a whole name may be that short. */
const MIN_PART_LENGTH = 3;
const MIN_NAME_LENGTH = 2;

/** Scripts that put no space around a name. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

type ByCase = (text: string) => string;
const asWritten: ByCase = (text) => text.normalize('NFC');
const lowerCase: ByCase = (text) => text.normalize('NFC').toLowerCase();

const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}]+/gu) ?? [];

/** Names prepared for finding them in texts. */
export interface KnownNames {
  readonly parts: ReadonlySet<string>;
  /** Whole names of short parts. */
  readonly short: readonly string[];
  readonly unspaced: readonly string[];
  readonly byCase: ByCase;
}

function knownNames(names: readonly string[], byCase: ByCase): KnownNames {
  const split = names.map((name) => wordsOf(byCase(name)));
  const wholes = split.map((parts) => parts.join(' ')).filter((whole) => whole.length >= MIN_NAME_LENGTH);
  return {
    parts: new Set(split.flat().filter((part) => part.length >= MIN_PART_LENGTH)),
    short: wholes.filter((whole) => whole.split(' ').every((part) => part.length < MIN_PART_LENGTH)),
    unspaced: wholes.filter((whole) => UNSPACED.test(whole)),
    byCase,
  };
}

/** Names of members are found only as they are written, since they are ordinary words too ("Grant", "Bay"). */
export const knownMembers = (names: readonly string[]): KnownNames => knownNames(names, asWritten);

/** Whether a text has a whole name in it, or a longer part of one. */
function namesAnyone(text: string, { parts, short, unspaced, byCase }: KnownNames): boolean {
  const words = wordsOf(byCase(text));
  const sentence = ` ${words.join(' ')} `;
  return (
    words.some((word) => parts.has(word)) ||
    short.some((name) => sentence.includes(` ${name} `)) ||
    unspaced.some((name) => sentence.includes(name))
  );
}

/** Whether a text has the name of one of these people in it, in any case of letters. */
export const namesPersons = (text: string, names: readonly string[]): boolean =>
  namesAnyone(text, knownNames(names, lowerCase));

/**
 * The title by which someone who does not see an event knows what their action is about: the heading, or the form's
 * name if the heading names a member or, in any case of letters, a person of the event; null for a sensitive event.
 */
export function titleForResponsible(
  { formName, isSensitive, facts: { description, injuredPersons, relatedPersons } }: HiddenEvent,
  members: KnownNames,
): string | null {
  if (isSensitive) return null;
  if (description === ERASED) return formName;
  const heading = headingOf(description);
  const people = [...injuredPersons, ...relatedPersons].map(({ name }) => name);
  const isNamed = namesAnyone(heading, members) || namesPersons(heading, people);
  return isNamed ? formName : heading;
}
