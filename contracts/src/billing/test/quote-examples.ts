/**
 * Quotes typed by hand, from the price list and a pencil; nothing here was computed by the code that they test.
 * plan, users, code, place, what runs [plan, users, period, day], balance: subtotal discount credit tax total left.
 */
export interface QuoteExample {
  readonly of: string;
  readonly users: number;
  readonly code?: string;
  readonly place: string;
  readonly from?: {
    readonly of: string;
    readonly users: number;
    readonly period: readonly [string, string];
    readonly day: string;
  };
  readonly balance?: number;
  readonly figures: string;
}

const march = ['2026-03-01', '2026-04-01'] as const;
const april = ['2026-04-01', '2026-05-01'] as const;
const february = ['2027-02-01', '2027-03-01'] as const;
const leapFebruary = ['2028-02-01', '2028-03-01'] as const;
const year = ['2026-01-01', '2027-01-01'] as const;
const week = ['2026-03-02', '2026-03-09'] as const;
const oneDay = ['2026-03-02', '2026-03-03'] as const;

/** The page's 26. */
export const quotesOfThePage: readonly QuoteExample[] = [
  { of: 'eMONTH CAD', users: 1, place: 'AB', figures: '4900 0 0 245 5145 0' },
  { of: 'eMONTH CAD', users: 10, place: 'AB', figures: '4900 0 0 245 5145 0' },
  { of: 'eMONTH CAD', users: 11, place: 'AB', figures: '5200 0 0 260 5460 0' },
  { of: 'eMONTH CAD', users: 50, place: 'ON', figures: '16900 0 0 2197 19097 0' },
  { of: 'eMONTH CAD', users: 51, place: 'ON', figures: '17650 0 0 2295 19945 0' },
  { of: 'eMONTH CAD', users: 200, place: 'BC', figures: '54900 0 0 6588 61488 0' },
  { of: 'eMONTH CAD', users: 201, place: 'BC', figures: '55120 0 0 6614 61734 0' },
  { of: 'eMONTH CAD', users: 1000, place: 'QC', figures: '230900 0 0 34577 265477 0' },
  { of: 'eYEAR AUD', users: 37, place: 'AU', figures: '143000 0 0 14300 157300 0' },
  { of: 'eDAY CAD', users: 25, place: 'AB', figures: '600 0 0 30 630 0' },
  { of: 'eWEEK AUD', users: 51, place: 'AU', figures: '6138 0 0 614 6752 0' },
  { of: 'cMONTH CAD', users: 20, code: 'NORTHWIND', place: 'AB', figures: '15900 3000 0 645 13545 0' },
  { of: 'cMONTH CAD', users: 201, code: 'NORTHWIND', place: 'AB', figures: '110340 0 0 5517 115857 0' },
  { of: 'cYEAR USD', users: 50, code: 'NORTHWIND', place: 'US', figures: '271200 48000 0 0 223200 0' },
  { of: 'eMONTH CAD', users: 11, code: 'HARBOUR', place: 'AB', figures: '5200 1550 0 183 3833 0' },
  { of: 'cMONTH AUD', users: 8, code: 'RIGSAFE', place: 'AU', figures: '10890 0 0 1089 11979 0' },
  { of: 'cMONTH CAD', users: 8, place: 'AB', figures: '9900 0 0 495 10395 0' },
  {
    of: 'cMONTH CAD',
    users: 10,
    place: 'AB',
    from: { of: 'eMONTH CAD', users: 10, period: march, day: '2026-03-16' },
    figures: '5110 0 2529 129 2710 0',
  },
  {
    of: 'eMONTH CAD',
    users: 10,
    place: 'AB',
    from: { of: 'cMONTH CAD', users: 10, period: march, day: '2026-03-16' },
    figures: '2529 0 2529 0 0 2581',
  },
  {
    of: 'eYEAR CAD',
    users: 37,
    place: 'AB',
    from: { of: 'eMONTH CAD', users: 37, period: march, day: '2026-03-16' },
    figures: '130000 0 6710 6165 129455 0',
  },
  {
    of: 'eMONTH CAD',
    users: 37,
    place: 'AB',
    from: { of: 'eYEAR CAD', users: 37, period: year, day: '2026-03-16' },
    figures: '13000 0 13000 0 0 90644',
  },
  { of: 'eMONTH CAD', users: 37, place: 'AB', balance: 90644, figures: '13000 0 13000 0 0 77644' },
  { of: 'eMONTH CAD', users: 37, place: 'AB', balance: 2644, figures: '13000 0 2644 518 10874 0' },
  {
    of: 'eMONTH CAD',
    users: 11,
    place: 'AB',
    from: { of: 'eMONTH CAD', users: 10, period: march, day: '2026-03-31' },
    figures: '168 0 158 1 11 0',
  },
  {
    of: 'eYEAR CAD',
    users: 52,
    place: 'AB',
    from: { of: 'eYEAR CAD', users: 37, period: year, day: '2026-03-01' },
    figures: '150066 0 108986 2054 43134 0',
  },
  {
    of: 'cMONTH CAD',
    users: 30,
    code: 'NORTHWIND',
    place: 'ON',
    from: { of: 'cMONTH CAD', users: 20, period: leapFebruary, day: '2028-02-15' },
    figures: '11328 2069 6672 336 2923 0',
  },
];

export const moreQuotes: readonly QuoteExample[] = [
  { of: 'eMONTH CAD', users: 12, place: 'AB', figures: '5500 0 0 275 5775 0' },
  { of: 'eMONTH CAD', users: 20, place: 'ON', figures: '7900 0 0 1027 8927 0' },
  { of: 'eMONTH CAD', users: 49, place: 'AB', figures: '16600 0 0 830 17430 0' },
  { of: 'eMONTH CAD', users: 100, place: 'AB', figures: '29900 0 0 1495 31395 0' },
  { of: 'eMONTH CAD', users: 199, place: 'ON', figures: '54650 0 0 7105 61755 0' },
  { of: 'eMONTH CAD', users: 500, place: 'AB', figures: '120900 0 0 6045 126945 0' },
  { of: 'eMONTH CAD', users: 1, place: 'QC', figures: '4900 0 0 734 5634 0' },
  { of: 'eMONTH CAD', users: 1, place: 'BC', figures: '4900 0 0 588 5488 0' },
  { of: 'eMONTH CAD', users: 1, place: 'ON', figures: '4900 0 0 637 5537 0' },
  { of: 'eMONTH AUD', users: 1, place: 'AU', figures: '5390 0 0 539 5929 0' },
  { of: 'eMONTH AUD', users: 11, place: 'AU', figures: '5720 0 0 572 6292 0' },
  { of: 'eMONTH USD', users: 1, place: 'US', figures: '3920 0 0 0 3920 0' },
  { of: 'eMONTH USD', users: 11, place: 'US', figures: '4160 0 0 0 4160 0' },
  { of: 'eMONTH USD', users: 51, place: 'US', figures: '14120 0 0 0 14120 0' },
  { of: 'eYEAR CAD', users: 1, place: 'AB', figures: '49000 0 0 2450 51450 0' },
  { of: 'eYEAR CAD', users: 11, place: 'ON', figures: '52000 0 0 6760 58760 0' },
  { of: 'eYEAR USD', users: 201, place: 'US', figures: '440960 0 0 0 440960 0' },
  { of: 'eWEEK CAD', users: 1, place: 'AB', figures: '1500 0 0 75 1575 0' },
  { of: 'eWEEK CAD', users: 11, place: 'AB', figures: '1600 0 0 80 1680 0' },
  { of: 'eWEEK CAD', users: 1000, place: 'AB', figures: '81500 0 0 4075 85575 0' },
  { of: 'eDAY CAD', users: 1, place: 'AB', figures: '300 0 0 15 315 0' },
  { of: 'eDAY AUD', users: 11, place: 'AU', figures: '352 0 0 35 387 0' },
  { of: 'eDAY USD', users: 60, place: 'US', figures: '960 0 0 0 960 0' },
  { of: 'cMONTH CAD', users: 10, place: 'AB', figures: '9900 0 0 495 10395 0' },
  { of: 'cMONTH CAD', users: 11, place: 'AB', figures: '10500 0 0 525 11025 0' },
  { of: 'cMONTH CAD', users: 200, place: 'BC', figures: '109900 0 0 13188 123088 0' },
  { of: 'cMONTH CAD', users: 1000, place: 'AB', figures: '461900 0 0 23095 484995 0' },
  { of: 'cMONTH CAD', users: 10, code: 'NORTHWIND', place: 'AB', figures: '9900 2000 0 395 8295 0' },
  { of: 'cMONTH CAD', users: 200, code: 'northwind', place: 'QC', figures: '109900 22000 0 13163 101063 0' },
  { of: 'cYEAR CAD', users: 1, code: 'NORTHWIND', place: 'AB', figures: '99000 20000 0 3950 82950 0' },
  { of: 'cMONTH AUD', users: 51, code: 'NORTHWIND', place: 'AU', figures: '38940 7810 0 3113 34243 0' },
  { of: 'eMONTH CAD', users: 11, code: 'NORTHWIND', place: 'AB', figures: '5200 0 0 260 5460 0' },
  { of: 'eMONTH CAD', users: 10, code: 'HARBOUR', place: 'AB', figures: '4900 0 0 245 5145 0' },
  { of: 'eMONTH CAD', users: 50, code: 'HARBOUR', place: 'AB', figures: '16900 3500 0 670 14070 0' },
  { of: 'eMONTH USD', users: 20, code: 'HARBOUR', place: 'US', figures: '6320 1600 0 0 4720 0' },
  { of: 'eMONTH CAD', users: 51, code: 'HARBOUR', place: 'AB', figures: '17650 0 0 883 18533 0' },
  { of: 'eMONTH CAD', users: 11, place: 'AB', balance: 10000, figures: '5200 0 5200 0 0 4800' },
  { of: 'eMONTH CAD', users: 11, place: 'AB', balance: 200, figures: '5200 0 200 250 5250 0' },
  {
    of: 'cMONTH CAD',
    users: 10,
    place: 'AB',
    from: { of: 'eMONTH CAD', users: 10, period: march, day: '2026-03-01' },
    figures: '9900 0 4900 250 5250 0',
  },
  {
    of: 'cMONTH CAD',
    users: 10,
    place: 'AB',
    from: { of: 'eMONTH CAD', users: 10, period: february, day: '2027-02-15' },
    figures: '4950 0 2450 125 2625 0',
  },
  {
    of: 'eMONTH CAD',
    users: 11,
    place: 'AB',
    from: { of: 'cMONTH CAD', users: 11, period: april, day: '2026-04-16' },
    figures: '2600 0 2600 0 0 2650',
  },
  {
    of: 'eMONTH CAD',
    users: 10,
    place: 'AB',
    from: { of: 'eWEEK CAD', users: 10, period: week, day: '2026-03-06' },
    figures: '4900 0 643 213 4470 0',
  },
  {
    of: 'eMONTH CAD',
    users: 10,
    place: 'ON',
    from: { of: 'eDAY CAD', users: 10, period: oneDay, day: '2026-03-02' },
    figures: '4900 0 300 598 5198 0',
  },
];
