import { z } from 'zod';
import { day } from '../kernel/values/dates.ts';
import { plain } from '../kernel/domain-event.ts';
import { guid } from '../kernel/values/ids.ts';
import { currencies } from '../kernel/values/money.ts';
import { modules } from '../organizations/features.ts';
import { MAX_TRIAL_DAYS } from '../organizations/subscription.ts';
import { safeText } from '../kernel/values/text.ts';
import { billingIntervals } from './billing-interval.ts';

/** Organizations with more users contact sales. */
export const MAX_USERS = 1_000;
export const TOO_MANY_USERS = `For more than ${MAX_USERS} users, contact sales`;

export const collectionMethods = ['CHARGE_AUTOMATICALLY', 'SEND_INVOICE'] as const;
export type CollectionMethod = (typeof collectionMethods)[number];

/** The name of a product or a seller. */
export const name = plain(safeText.min(1).max(200), 'what is sold, and by whom, is no person');
/** Of a product, a partner or a campaign. */
export const code = plain(z.string().regex(/^[A-Za-z0-9-]{1,60}$/), 'a code is a company’s or a campaign’s');
const cents = z.int().min(0).max(100_000_000);
const quantity = z.int().min(1).max(1_000_000);
export const trialDays = z.int().min(0).max(MAX_TRIAL_DAYS);

/** From the first day to the last, both of them; a `validTo` of null has no end. */
const validity = { validFrom: day, validTo: day.nullable() };

const range = { minQuantity: quantity, maxQuantity: quantity.nullable() };

export const tier = z.strictObject({ ...range, flatPrice: cents, unitPrice: cents });
export type Tier = z.output<typeof tier>;

export const discountTier = z.strictObject({ ...range, discountFlatPrice: cents, discountUnitPrice: cents });
export type DiscountTier = z.output<typeof discountTier>;

const product = z.strictObject({
  productGuid: guid,
  productKey: code,
  name,
  sellingPoints: z.array(name).max(20),
  modules: z.array(z.enum(modules)),
  isListed: z.boolean(),
  ...validity,
});
export type Product = z.output<typeof product>;

const plan = z.strictObject({
  productPlanGuid: guid,
  productGuid: guid,
  billingInterval: z.enum(billingIntervals),
  currency: z.enum(currencies),
  trialDays,
  needsBillingInfo: z.boolean(),
  collectionMethods: z.array(z.enum(collectionMethods)).min(1),
  tiers: z.array(tier).min(1).max(20),
  ...validity,
});
export type Plan = z.output<typeof plan>;

/** `trialDays` null leaves them to the plan. A plan's discounts replace whole tiers of it. */
const partner = z.strictObject({
  code,
  partnerName: name,
  trialDays: trialDays.nullable(),
  plans: z.array(z.strictObject({ productPlanGuid: guid, discounts: z.array(discountTier).min(1).max(20) })),
  ...validity,
});
export type Partner = z.output<typeof partner>;

/** Percent with at most three decimals: exact as a number of thousandths. */
const percent = z
  .number()
  .min(0)
  .max(100)
  .refine((rate) => Math.round(rate * 1_000) / 1_000 === rate, 'It must have at most three decimal places');

/** A province of null means the whole country. */
const tax = z.strictObject({
  country: plain(z.string().regex(/^[A-Z]{2}$/), 'a country'),
  province: plain(z.string().regex(/^[A-Z]{2,3}$/), 'a province').nullable(),
  name,
  rate: percent,
  registrationNumber: name.nullable(),
  ...validity,
});
export type Tax = z.output<typeof tax>;

const seller = z.strictObject({ name, lines: z.array(name).max(6), ...validity });

/** Its shape alone; `catalogue` looks at what it says, too. */
export const catalogueParts = z.strictObject({
  products: z.array(product),
  plans: z.array(plan),
  partners: z.array(partner),
  /** Whose organizations are asked for a card before their trial. */
  campaigns: z.array(z.strictObject({ utmCampaign: code, ...validity })),
  trialBannerExclusions: z.array(z.strictObject({ organizationGuid: guid, ...validity })),
  taxes: z.array(tax),
  sellers: z.array(seller).min(1),
});
export type Catalogue = z.output<typeof catalogueParts>;

interface Error {
  readonly path: (string | number)[];
  readonly message: string;
}

/** Products and prices: an operator's data. Its errors name the field. */
export const catalogue = catalogueParts.superRefine((written, context) => {
  for (const { path, message } of errorsOf(written)) context.addIssue({ code: 'custom', path, message });
});

function errorsOf({ products, plans, partners, ...rest }: Catalogue): Error[] {
  const productGuids = new Set(products.map(({ productGuid }) => productGuid));
  const planOf = new Map(plans.map((one) => [one.productPlanGuid, one]));
  return [
    ...doubled(
      'products',
      products.map(({ productGuid }) => productGuid),
      'productGuid',
    ),
    ...doubled(
      'products',
      products.map(({ productKey }) => productKey.toLowerCase()),
      'productKey',
    ),
    ...doubled(
      'plans',
      plans.map(({ productPlanGuid }) => productPlanGuid),
      'productPlanGuid',
    ),
    ...doubled(
      'partners',
      partners.map((one) => one.code.toLowerCase()),
      'code',
    ),
    ...Object.entries({ products, plans, partners, ...rest }).flatMap(([list, items]) =>
      items.flatMap(({ validFrom, validTo }, index) =>
        validTo !== null && validTo < validFrom
          ? [{ path: [list, index, 'validTo'], message: 'It ends before it begins' }]
          : [],
      ),
    ),
    ...plans.flatMap(({ productGuid, tiers }, index) => [
      ...(productGuids.has(productGuid)
        ? []
        : [{ path: ['plans', index, 'productGuid'], message: 'There is no such product' }]),
      ...tierErrors(tiers, ['plans', index, 'tiers']),
    ]),
    ...partners.flatMap((one, index) =>
      one.plans.flatMap(({ productPlanGuid, discounts }, at) => {
        const path = ['partners', index, 'plans', at];
        const reduced = planOf.get(productPlanGuid);
        return reduced
          ? discounts.flatMap((discount, which) => discountErrors(reduced, discount, [...path, 'discounts', which]))
          : [{ path: [...path, 'productPlanGuid'], message: 'There is no such plan' }];
      }),
    ),
  ];
}

function doubled(list: string, keys: readonly string[], field: string): Error[] {
  return keys.flatMap((key, index) =>
    keys.indexOf(key) < index ? [{ path: [list, index, field], message: 'It stands there twice' }] : [],
  );
}

function tierErrors(tiers: readonly Tier[], path: (string | number)[]): Error[] {
  return tiers.flatMap(({ minQuantity, maxQuantity }, index): Error[] => {
    const before = index === 0 ? 0 : tiers[index - 1]!.maxQuantity;
    const expected = before === null ? null : before + 1;
    const at = (field: string, message: string): Error => ({ path: [...path, index, field], message });
    if (maxQuantity !== null && maxQuantity < minQuantity) return [at('maxQuantity', 'The tier ends before it begins')];
    if (index === 0 && minQuantity !== 1) return [at('minQuantity', 'The first tier must begin at 1')];
    if (expected === null || minQuantity < expected) return [at('minQuantity', 'The tier overlaps the one before it')];
    if (minQuantity > expected) return [at('minQuantity', 'There is a gap before this tier')];
    const isLast = index === tiers.length - 1;
    return isLast && maxQuantity !== null && maxQuantity < MAX_USERS
      ? [at('maxQuantity', `The last tier must reach ${MAX_USERS} users`)]
      : [];
  });
}

function discountErrors(
  { tiers }: Plan,
  { minQuantity, maxQuantity, discountFlatPrice, discountUnitPrice }: DiscountTier,
  path: (string | number)[],
): Error[] {
  const reduced = tiers.find((one) => one.minQuantity === minQuantity && one.maxQuantity === maxQuantity);
  if (!reduced) return [{ path: [...path, 'minQuantity'], message: 'The plan has no such tier' }];
  // A straight line that is above another one somewhere is above it at one of the ends.
  const isAbove = [minQuantity, maxQuantity ?? Math.max(MAX_USERS, minQuantity)].some(
    (users) => discountFlatPrice + discountUnitPrice * users > reduced.flatPrice + reduced.unitPrice * users,
  );
  return isAbove ? [{ path: [...path, 'discountFlatPrice'], message: 'The discount is above the price' }] : [];
}

/** Whether something of the catalogue is so on a day. */
export const isValidOn = (
  { validFrom, validTo }: { readonly validFrom: string; readonly validTo: string | null },
  on: string,
): boolean => validFrom <= on && (validTo === null || on <= validTo);

/** A partner by a typed code, in any case; null when none is valid on that day. */
export const partnerOf = ({ partners }: Pick<Catalogue, 'partners'>, typed: string, on: string): Partner | null =>
  partners.find((one) => one.code.toLowerCase() === typed.trim().toLowerCase() && isValidOn(one, on)) ?? null;

/** What is taken on a sale to an address: its province's taxes and its country's. */
export const taxesOf = (
  { taxes }: Pick<Catalogue, 'taxes'>,
  country: string,
  province: string | null,
  on: string,
): readonly Tax[] =>
  taxes.filter(
    (one) => one.country === country && (one.province === null || one.province === province) && isValidOn(one, on),
  );
