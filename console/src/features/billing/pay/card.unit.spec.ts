import { declineText } from '../labels.ts';
import { brandOf, cardErrors, tokenOf } from './card.ts';

const good = { number: '4242 4242 4242 4242', expiry: '12/30', securityCode: '123' };
const errorsOf = (more: Partial<typeof good>) =>
  cardErrors({ ...good, ...more }, '2026-11').map(({ field, message }) => `${field}: ${message}`);

test.each([
  [{}, []],
  [{ number: '4242-4242-4242-4242', expiry: '11 / 2026' }, []],
  [{ number: '3782 822463 10005', securityCode: '1234' }, []],
  [{ number: '4242 4242 4242 4241' }, ['number: Please enter a valid credit card number']],
  [{ number: '' }, ['number: Please enter a valid credit card number']],
  [{ number: '6011 1111 1111 1117' }, ['number: Visa, MasterCard, and American Express are the only cards accepted']],
  [{ number: '4111 1111 1111 1111' }, ['number: This installation takes test cards only']],
  [{ expiry: '13/30' }, ['expiry: Please enter a valid expiry date']],
  [{ expiry: '10/26' }, ['expiry: Expiry date must be in the future']],
  [{ securityCode: '12' }, ['securityCode: Please enter a valid security code']],
  [{ number: '3782 822463 10005' }, ['securityCode: Please enter a valid security code']],
])('%j shows errors at its fields', (more, errors) => expect(errorsOf(more)).toEqual(errors));

test('a number becomes a token in the browser, and its brand is known while it is typed', () => {
  expect([tokenOf('4000 0000 0000 0002'), tokenOf('4111111111111111')]).toEqual([
    'pm_card_visa_chargeDeclined',
    undefined,
  ]);
  expect(['4', '5', '2720', '3', '37', '4242-42', '3782 822463 10005'].map(brandOf)).toEqual([
    'visa',
    'mastercard',
    'mastercard',
    'amex',
    'amex',
    'visa',
    'amex',
  ]);
  // Discover, Diners, JCB, UnionPay, and Maestro, Elo and Verve, which have similar prefixes.
  expect(['', '6', '6011', '36', '35', '62', '50', '506699', '2721', 'x'].map(brandOf)).toEqual(
    Array.from({ length: 10 }, () => null),
  );
});

test('the holder of a stolen card does not learn of it', () =>
  expect(declineText('stolen_card')).toBe(declineText('generic_decline')));
