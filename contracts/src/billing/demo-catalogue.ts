import { currencies, type Money } from '../kernel/values/money.ts';
import { modules, type Module } from '../organizations/features.ts';
import type { BillingInterval } from './billing-interval.ts';
import type { Catalogue, DiscountTier, Plan, Product, Tier } from './catalogue.ts';

type Currency = Money['currency'];
type Prices = readonly [flatPrice: number, unitPrice: number];

const always = { validFrom: '2020-01-01', validTo: null };
const ranges = [
  [1, 10],
  [11, 50],
  [51, 200],
  [201, null],
] as const;

/** Of what a price in CAD is multiplied and divided by: every price of the demo's comes out whole. */
const exchange: Readonly<Record<Currency, readonly [number, number]>> = { CAD: [1, 1], AUD: [11, 10], USD: [4, 5] };

const essentialsModules: readonly Module[] = modules.filter(
  (module) => !['credentials', 'safetyProgram', 'intrac', 'bistrainer'].includes(module),
);

interface Sold {
  readonly product: Omit<Product, 'productGuid' | 'validFrom' | 'validTo'>;
  /** In CAD, for the four ranges of users. */
  readonly prices: readonly {
    readonly intervals: readonly BillingInterval[];
    readonly trialDays: number;
    readonly tiers: readonly [Prices, Prices, Prices, Prices];
  }[];
}

const sold: readonly Sold[] = [
  {
    product: {
      productKey: 'essentials',
      name: 'Essentials',
      isListed: true,
      modules: [...essentialsModules],
      sellingPoints: [
        'Report events from any phone',
        'Review and approve what was reported',
        'Follow your figures against your load line',
      ],
    },
    prices: [
      {
        intervals: ['MONTH', 'YEAR'],
        trialDays: 14,
        tiers: [
          [4_900, 0],
          [1_900, 300],
          [4_900, 250],
          [10_900, 220],
        ],
      },
      {
        intervals: ['WEEK'],
        trialDays: 0,
        tiers: [
          [1_500, 0],
          [500, 100],
          [1_500, 80],
          [1_500, 80],
        ],
      },
      {
        intervals: ['DAY'],
        trialDays: 0,
        tiers: [
          [300, 0],
          [100, 20],
          [600, 10],
          [600, 10],
        ],
      },
    ],
  },
  {
    product: {
      productKey: 'complete',
      name: 'Complete',
      isListed: true,
      modules: [...modules],
      sellingPoints: ['Everything in Essentials', 'Links to your training at intrac and BISTrainer'],
    },
    prices: [
      {
        intervals: ['MONTH', 'YEAR'],
        trialDays: 30,
        tiers: [
          [9_900, 0],
          [3_900, 600],
          [9_900, 500],
          [21_900, 440],
        ],
      },
    ],
  },
  {
    product: { productKey: 'pilot', name: 'Pilot', isListed: false, modules: [...modules], sellingPoints: [] },
    prices: [
      {
        intervals: ['NONE'],
        trialDays: 0,
        tiers: [
          [0, 0],
          [0, 0],
          [0, 0],
          [0, 0],
        ],
      },
    ],
  },
];

const intervals: readonly BillingInterval[] = ['YEAR', 'MONTH', 'WEEK', 'DAY', 'NONE'];

const productGuid = (productKey: string): string =>
  `0199b000-0000-7000-8000-00000000000${sold.findIndex(({ product }) => product.productKey === productKey) + 1}`;

/** The guid of a plan of the demo's catalogue. */
export const demoPlanGuid = (productKey: string, interval: BillingInterval, currency: Currency): string =>
  `${productGuid(productKey).slice(0, -3)}${intervals.indexOf(interval) + 1}${currencies.indexOf(currency) + 1}${productGuid(productKey).slice(-1)}`;

const inCurrency = (cents: number, interval: BillingInterval, currency: Currency): number => {
  const [times, by] = exchange[currency];
  return (cents * (interval === 'YEAR' ? 10 : 1) * times) / by;
};

const plans: readonly Plan[] = sold.flatMap(({ product, prices }) =>
  prices.flatMap(({ intervals: sellable, trialDays, tiers }) =>
    sellable.flatMap((billingInterval) =>
      currencies.map(
        (currency): Plan => ({
          productPlanGuid: demoPlanGuid(product.productKey, billingInterval, currency),
          productGuid: productGuid(product.productKey),
          billingInterval,
          currency,
          trialDays,
          needsBillingInfo: billingInterval !== 'NONE',
          collectionMethods:
            billingInterval === 'YEAR' ? ['CHARGE_AUTOMATICALLY', 'SEND_INVOICE'] : ['CHARGE_AUTOMATICALLY'],
          tiers: tiers.map(([flat, unit], index): Tier => {
            const [minQuantity, maxQuantity] = ranges[index]!;
            return {
              minQuantity,
              maxQuantity,
              flatPrice: inCurrency(flat, billingInterval, currency),
              unitPrice: inCurrency(unit, billingInterval, currency),
            };
          }),
          ...always,
        }),
      ),
    ),
  ),
);

/** A partner's prices for a product, for the ranges that have any. */
const reduced = (productKey: string, atIntervals: readonly BillingInterval[], tiers: readonly (Prices | null)[]) =>
  atIntervals.flatMap((interval) =>
    currencies.map((currency) => ({
      productPlanGuid: demoPlanGuid(productKey, interval, currency),
      discounts: tiers.flatMap((prices, index): DiscountTier[] => {
        const [minQuantity, maxQuantity] = ranges[index]!;
        return prices
          ? [
              {
                minQuantity,
                maxQuantity,
                discountFlatPrice: inCurrency(prices[0], interval, currency),
                discountUnitPrice: inCurrency(prices[1], interval, currency),
              },
            ]
          : [];
      }),
    })),
  );

const taxOf = (country: string, province: string | null, name: string, rate: number) => ({
  country,
  province,
  name,
  rate,
  registrationNumber: null,
  ...always,
});

/** What the demo sells, as the page of decisions has it. */
export const demoCatalogue: Catalogue = {
  products: sold.map(({ product }) => ({ ...product, productGuid: productGuid(product.productKey), ...always })),
  plans: [...plans],
  partners: [
    {
      code: 'NORTHWIND',
      partnerName: 'Northwind Safety',
      trialDays: null,
      plans: reduced('complete', ['MONTH', 'YEAR'], [[7_900, 0], [2_900, 500], [7_900, 400], null]),
      ...always,
    },
    {
      code: 'HARBOUR',
      partnerName: 'Harbour Association',
      trialDays: 0,
      plans: reduced('essentials', ['MONTH'], [null, [900, 250], null, null]),
      ...always,
    },
    { code: 'RIGSAFE', partnerName: 'Rigsafe', trialDays: 0, plans: [], ...always },
    { code: 'TRADEHALL', partnerName: 'Tradehall', trialDays: 0, plans: [], ...always },
    {
      code: 'OLDPORT',
      partnerName: 'Oldport',
      trialDays: null,
      plans: [],
      validFrom: '2020-01-01',
      validTo: '2023-12-31',
    },
  ],
  campaigns: [{ utmCampaign: 'spring-cards', ...always }],
  trialBannerExclusions: [],
  taxes: [
    taxOf('CA', 'AB', 'GST', 5),
    taxOf('CA', 'ON', 'HST', 13),
    taxOf('CA', 'BC', 'GST', 5),
    taxOf('CA', 'BC', 'PST', 7),
    taxOf('CA', 'QC', 'GST', 5),
    taxOf('CA', 'QC', 'QST', 9.975),
    taxOf('AU', null, 'GST', 10),
  ],
  sellers: [{ name: 'Plimsoll Demo Ltd.', lines: ['1 Quay Street', 'Calgary AB'], ...always }],
};
