/** As cards are numbered: 13 to 19 digits, grouped or not. */
const DIGITS = /\d(?:[ -]?\d){12,18}/g;

/** Whether the digits are a card's, by the sum that every card number has (Luhn). */
function addsUp(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Whether a text holds what may be a card's number, which belongs to the provider alone. */
export const holdsCardNumber = (text: string): boolean =>
  (text.match(DIGITS) ?? []).some((found) => addsUp(found.replaceAll(/\D/g, '')));

/** Brands that are taken, as the provider calls them. */
const accepted = ['visa', 'mastercard', 'amex'] as const;
export type CardBrand = (typeof accepted)[number];
export const isAcceptedBrand = (brand: string): brand is CardBrand => (accepted as readonly string[]).includes(brand);

/** What a card of another brand is answered. */
export const ONLY_THESE_CARDS = 'Visa, MasterCard, and American Express are the only cards accepted';
