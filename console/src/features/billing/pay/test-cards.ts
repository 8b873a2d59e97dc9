/** A card of the test provider, with its effect and its token. */
export interface TestCard {
  number: string;
  token: string;
  does: string;
}

/** Test cards as documented by Stripe. */
export const testCards: readonly TestCard[] = [
  { number: '4242 4242 4242 4242', token: 'pm_card_visa', does: 'pays' },
  { number: '5555 5555 5555 4444', token: 'pm_card_mastercard', does: 'pays' },
  { number: '3782 822463 10005', token: 'pm_card_amex', does: 'pays' },
  { number: '4000 0000 0000 0002', token: 'pm_card_visa_chargeDeclined', does: 'is declined' },
  {
    number: '4000 0000 0000 9995',
    token: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    does: 'is declined: too little money',
  },
  { number: '4000 0000 0000 9979', token: 'pm_card_visa_chargeDeclinedStolenCard', does: 'is declined: stolen' },
  { number: '4000 0000 0000 0069', token: 'pm_card_chargeDeclinedExpiredCard', does: 'is declined: expired' },
  {
    number: '4000 0000 0000 0127',
    token: 'pm_card_chargeDeclinedIncorrectCvc',
    does: 'is declined: wrong security code',
  },
  {
    number: '4000 0000 0000 0119',
    token: 'pm_card_chargeDeclinedProcessingError',
    does: 'is declined: the bank has a fault',
  },
  { number: '4000 0000 0000 0341', token: 'pm_card_chargeCustomerFail', does: 'is kept, and each charge fails' },
  { number: '4000 0025 0000 3155', token: 'pm_card_authenticationRequiredOnSetup', does: 'asks its owner once' },
  { number: '4000 0027 6000 3184', token: 'pm_card_authenticationRequired', does: 'asks its owner at each charge' },
];
