import cardValidator from 'card-validator';
import { holdsCardNumber, ONLY_THESE_CARDS, type CardBrand } from '@plimsoll/contracts/billing/card-number';
import type { FormError } from '../../../ui/inputs/ErrorSummary.tsx';
import { testCards } from './test-cards.ts';

/** A card as typed. It stays in the browser; only a token is sent. */
export interface TypedCard {
  number: string;
  expiry: string;
  securityCode: string;
}

export const NO_CARD: TypedCard = { number: '', expiry: '', securityCode: '' };

const cardTexts = {
  number: 'Please enter a valid credit card number',
  expiry: 'Please enter a valid expiry date',
  expired: 'Expiry date must be in the future',
  securityCode: 'Please enter a valid security code',
  brand: ONLY_THESE_CARDS,
  notATest: 'This installation takes test cards only',
} as const;

const { creditCardType, number: validateNumber } = cardValidator;

/**
 * Accepted brands, by the validator's names. Others are removed from the validator, so that the first digits mean one
 * of these or nothing.
 */
const acceptedBrands: Readonly<Record<string, CardBrand>> = {
  visa: 'visa',
  mastercard: 'mastercard',
  'american-express': 'amex',
};
creditCardType.resetModifications();
for (const type of Object.values(creditCardType.types)) if (!(type in acceptedBrands)) creditCardType.removeCard(type);

const digitsOf = (typed: string): string => typed.replace(/[\s-]/g, '');

/** Brand by the first digits of a number; null if it is none of the accepted ones. */
export function brandOf(typed: string): CardBrand | null {
  const { card } = validateNumber(typed);
  return card && (acceptedBrands[card.type] ?? null);
}

/** The test provider's token for a card number; undefined if it is not a test card. */
export const tokenOf = (typed: string): string | undefined =>
  testCards.find(({ number }) => digitsOf(number) === digitsOf(typed))?.token;

function numberError(typed: string): string | null {
  const digits = digitsOf(typed);
  if (!/^\d{12,19}$/.test(digits) || !holdsCardNumber(digits)) return cardTexts.number;
  if (!brandOf(digits)) return cardTexts.brand;
  return tokenOf(digits) ? null : cardTexts.notATest;
}

/**
 * Error of an expiry date in a form such as '12/30', '12 / 2030' or '1230'; null if it is valid.
 * @param month current month as 'YYYY-MM'
 */
function expiryError(typed: string, month: string): string | null {
  const [, mm, yy] = /^\s*(0?[1-9]|1[0-2])\s*[/-]?\s*((?:20)?\d\d)\s*$/.exec(typed) ?? [];
  if (!mm || !yy) return cardTexts.expiry;
  return `20${yy.slice(-2)}-${mm.padStart(2, '0')}` < month ? cardTexts.expired : null;
}

/** Errors of a card, in the order of its fields. */
export function cardErrors({ number, expiry, securityCode }: TypedCard, month: string): FormError[] {
  const digits = brandOf(number) === 'amex' ? 4 : 3;
  const errors = {
    number: numberError(number),
    expiry: expiryError(expiry, month),
    securityCode:
      securityCode.trim().length === digits && /^\d+$/.test(securityCode.trim()) ? null : cardTexts.securityCode,
  };
  return Object.entries(errors).flatMap(([field, message]) => (message ? [{ field, message }] : []));
}
