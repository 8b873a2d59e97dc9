/** Emergency numbers have two digits or more, E.164 numbers at most 15, with a prefix for a line some more. */
const [MIN_DIGITS, MAX_DIGITS] = [2, 20];
const EXTENSION = / ?(?:extension|ext\.?|x|#) ?(\d{1,8})$/i;
/** A plus sign comes first, or first in brackets. */
const NUMBER = /^\(?\+?[\d ().-]+$/;

/** A phone number as it is stored: the spaces and dashes of documents as those of a keyboard. */
export const asWritten = (typed: string): string =>
  typed
    .trim()
    .replaceAll(/[\u00A0\u2000-\u200A\u202F\u3000]/g, ' ')
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-');

interface PhoneParts {
  /** Digits, behind a plus sign if the number begins with the country. */
  readonly number: string;
  readonly extension: string | null;
}

/** Parts of a phone number; null for a text that is none. */
function phoneParts(text: string): PhoneParts | null {
  const extension = EXTENSION.exec(text);
  const written = text.slice(0, extension?.index ?? text.length);
  const digits = written.replaceAll(/\D/g, '');
  if (!NUMBER.test(written) || digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return null;
  return { number: `${written.includes('+') ? '+' : ''}${digits}`, extension: extension?.[1] ?? null };
}

/** Whether a text is a phone number that can be dialled. */
export const isPhoneNumber = (text: string): boolean => phoneParts(text) !== null;

/** Address that dials a number (RFC 3966); null for a text that is none. */
export function dialAddress(text: string): string | null {
  const parts = phoneParts(asWritten(text));
  return parts && `tel:${parts.number}${parts.extension === null ? '' : `;ext=${parts.extension}`}`;
}
