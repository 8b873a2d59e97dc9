/**
 * How a test card behaves: it pays; it is declined and cannot be saved; it is saved but each charge fails; or its owner
 * must authenticate, once or at each charge.
 */
type CardRule =
  | { readonly does: 'PAYS' | 'FAILS_WHEN_CHARGED' | 'ASKS_ONCE' | 'ASKS_EACH_TIME' }
  | { readonly does: 'IS_DECLINED'; readonly code: string; readonly declineCode: string };

export interface TestCard {
  readonly brand: 'visa' | 'mastercard' | 'amex';
  readonly last4: string;
  readonly rule: CardRule;
}

const visa = (last4: string, rule: CardRule): TestCard => ({ brand: 'visa', last4, rule });
const declined = (declineCode: string, code = 'card_declined'): CardRule => ({
  does: 'IS_DECLINED',
  code,
  declineCode,
});
const pays: CardRule = { does: 'PAYS' };

/** Test cards by token, as Stripe documents them. */
export const testCards: Readonly<Record<string, TestCard>> = {
  pm_card_visa: visa('4242', pays),
  pm_card_mastercard: { brand: 'mastercard', last4: '4444', rule: pays },
  pm_card_amex: { brand: 'amex', last4: '0005', rule: pays },
  pm_card_visa_chargeDeclined: visa('0002', declined('generic_decline')),
  pm_card_visa_chargeDeclinedInsufficientFunds: visa('9995', declined('insufficient_funds')),
  pm_card_visa_chargeDeclinedStolenCard: visa('9979', declined('stolen_card')),
  pm_card_chargeDeclinedExpiredCard: visa('0069', declined('expired_card', 'expired_card')),
  pm_card_chargeDeclinedIncorrectCvc: visa('0127', declined('incorrect_cvc', 'incorrect_cvc')),
  pm_card_chargeDeclinedProcessingError: visa('0119', declined('processing_error', 'processing_error')),
  pm_card_chargeCustomerFail: visa('0341', { does: 'FAILS_WHEN_CHARGED' }),
  pm_card_authenticationRequiredOnSetup: visa('3155', { does: 'ASKS_ONCE' }),
  pm_card_authenticationRequired: visa('3184', { does: 'ASKS_EACH_TIME' }),
};
