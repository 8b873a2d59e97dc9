import { holdsCardNumber, ONLY_THESE_CARDS, type CardBrand } from '@plimsoll/contracts/billing/card-number';
import type { FormFault } from '../../../ui/ErrorSummary.tsx';

/** A card as it is typed. It is read in the browser alone: what is sent is a token. */
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

const brands: Readonly<Record<CardBrand, string>> = { visa: 'Visa', mastercard: 'MasterCard', amex: 'American Express' };

/** A brand as people write it; one that is not known as the provider calls it. */
export const brandName = (brand: string): string => (brand in brands ? brands[brand as CardBrand] : brand);

const beginnings: readonly (readonly [CardBrand, RegExp])[] = [
  ['visa', /^4/],
  ['mastercard', /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ['amex', /^3[47]/],
];

const digitsOf = (typed: string): string => typed.replace(/[\s-]/g, '');

/** By how a number begins, while it is typed; null for none of the three. */
export const brandOf = (typed: string): CardBrand | null => beginnings.find(([, beginning]) => beginning.test(digitsOf(typed)))?.[0] ?? null;

/** A card of the provider that moves no money: what it does, and what stands for it. */
export interface TestCard {
  number: string;
  token: string;
  does: string;
}

/** The cards to try, as Stripe documents them. */
export const testCards: readonly TestCard[] = [
  { number: '4242 4242 4242 4242', token: 'pm_card_visa', does: 'pays' },
  { number: '5555 5555 5555 4444', token: 'pm_card_mastercard', does: 'pays' },
  { number: '3782 822463 10005', token: 'pm_card_amex', does: 'pays' },
  { number: '4000 0000 0000 0002', token: 'pm_card_visa_chargeDeclined', does: 'is declined' },
  { number: '4000 0000 0000 9995', token: 'pm_card_visa_chargeDeclinedInsufficientFunds', does: 'is declined: too little money' },
  { number: '4000 0000 0000 9979', token: 'pm_card_visa_chargeDeclinedStolenCard', does: 'is declined: stolen' },
  { number: '4000 0000 0000 0069', token: 'pm_card_chargeDeclinedExpiredCard', does: 'is declined: expired' },
  { number: '4000 0000 0000 0127', token: 'pm_card_chargeDeclinedIncorrectCvc', does: 'is declined: wrong security code' },
  { number: '4000 0000 0000 0119', token: 'pm_card_chargeDeclinedProcessingError', does: 'is declined: the bank has a fault' },
  { number: '4000 0000 0000 0341', token: 'pm_card_chargeCustomerFail', does: 'is kept, and each charge fails' },
  { number: '4000 0025 0000 3155', token: 'pm_card_authenticationRequiredOnSetup', does: 'asks its owner once' },
  { number: '4000 0027 6000 3184', token: 'pm_card_authenticationRequired', does: 'asks its owner at each charge' },
];

/** What stands for a typed number at the provider; undefined for a card that is none of its own. */
export const tokenOf = (typed: string): string | undefined => testCards.find(({ number }) => digitsOf(number) === digitsOf(typed))?.token;

function numberFault(typed: string): string | null {
  const digits = digitsOf(typed);
  if (!/^\d{12,19}$/.test(digits) || !holdsCardNumber(digits)) return cardTexts.number;
  if (!brandOf(digits)) return cardTexts.brand;
  return tokenOf(digits) ? null : cardTexts.notATest;
}

/** '12/30', '12 / 2030', '1230'. @param month the present one, 'YYYY-MM'. */
function expiryFault(typed: string, month: string): string | null {
  const [, mm, yy] = /^\s*(0?[1-9]|1[0-2])\s*[/-]?\s*((?:20)?\d\d)\s*$/.exec(typed) ?? [];
  if (!mm || !yy) return cardTexts.expiry;
  return `20${yy.slice(-2)}-${mm.padStart(2, '0')}` < month ? cardTexts.expired : null;
}

/** What is wrong with a card, in the order of its fields. */
export function cardFaults({ number, expiry, securityCode }: TypedCard, month: string): FormFault[] {
  const digits = brandOf(number) === 'amex' ? 4 : 3;
  const faults = { number: numberFault(number), expiry: expiryFault(expiry, month), securityCode: securityCode.trim().length === digits && /^\d+$/.test(securityCode.trim()) ? null : cardTexts.securityCode };
  return Object.entries(faults).flatMap(([field, message]) => (message ? [{ field, message }] : []));
}

const declines: Readonly<Record<string, string>> = {
  insufficient_funds: 'There is not enough money on it.',
  expired_card: 'It has expired.',
  incorrect_cvc: 'Its security code is not right.',
  processing_error: 'Its bank could not deal with the payment. Try a little later.',
  authentication_required: 'Its bank asks its owner, and was not answered.',
  authentication_failed: 'Its owner did not agree.',
};

/** Why a card was declined. That one is stolen is not told to whoever holds it. */
export const declineWords = (code: string | null): string => declines[code ?? ''] ?? 'Its bank does not say why. Try another card.';
