import { isAcceptedBrand, type CardBrand } from './card-number.ts';

const brandNames: Readonly<Record<CardBrand, string>> = {
  visa: 'Visa',
  mastercard: 'MasterCard',
  amex: 'American Express',
};

/** A brand as people write it; one that is not known as the provider calls it. */
export const brandName = (brand: string): string => (isAcceptedBrand(brand) ? brandNames[brand] : brand);

/** 'Visa ending in 4242'. */
export const cardLabel = ({ brand, last4Digits }: { readonly brand: string; readonly last4Digits: string }): string =>
  `${brandName(brand)} ending in ${last4Digits}`;
