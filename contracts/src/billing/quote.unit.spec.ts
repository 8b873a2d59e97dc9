import fc from 'fast-check';
import { billingIntervals, type BillingInterval } from './billing-interval.ts';
import { partnerOf, taxesOf } from './catalogue.ts';
import { demoCatalogue, demoPlanGuid } from './demo-catalogue.ts';
import { displayYearly, priceOf, quote, type Price, type QuoteFigures } from './quote.ts';
import { moreQuotes, quotesOfThePage, type QuoteExample } from './test/quote-examples.ts';

const DAY = '2026-03-01';
const provinces = ['AB', 'ON', 'BC', 'QC'];

function read(of: string): { interval: BillingInterval; guid: string } {
  const [, letter, interval, currency] = /^([ec])([A-Z]+) ([A-Z]{3})$/.exec(of)! as unknown as [
    string,
    string,
    BillingInterval,
    'CAD' | 'AUD' | 'USD',
  ];
  return { interval, guid: demoPlanGuid(letter === 'e' ? 'essentials' : 'complete', interval, currency) };
}

function priceFor(of: string, users: number, code: string | undefined): Price {
  const { guid } = read(of);
  const partner = code === undefined ? null : partnerOf(demoCatalogue, code, DAY);
  return priceOf(
    demoCatalogue.plans.find(({ productPlanGuid }) => productPlanGuid === guid)!.tiers,
    partner?.plans.find(({ productPlanGuid }) => productPlanGuid === guid)?.discounts ?? [],
    users,
  );
}

function quoted({ of, users, code, place, from, balance = 0 }: QuoteExample): QuoteFigures {
  const isProvince = provinces.includes(place);
  return quote({
    billingInterval: read(of).interval,
    price: priceFor(of, users, code),
    day: from?.day ?? DAY,
    balance,
    running: from
      ? {
          billingInterval: read(from.of).interval,
          netPrice: priceFor(from.of, from.users, code).net,
          period: { from: from.period[0], to: from.period[1] },
        }
      : null,
    taxes: taxesOf(demoCatalogue, isProvince ? 'CA' : place, isProvince ? place : null, DAY),
  });
}

const textOf = ({ subtotal, discount, credit, tax, total, creditLeft }: QuoteFigures): string =>
  [subtotal, discount, credit, tax, total, creditLeft].join(' ');

describe('a quote', () => {
  test('has the figures of the page 26 times, and 43 times more', () => {
    expect([quotesOfThePage.length, moreQuotes.length]).toEqual([26, 43]);
  });

  test.each([...quotesOfThePage, ...moreQuotes])(
    '$of for $users users $code $place $from $balance: $figures',
    (example) => {
      expect(textOf(quoted(example))).toBe(example.figures);
    },
  );

  test('names each tax with what it takes', () => {
    expect(quoted({ of: 'eMONTH CAD', users: 1000, place: 'QC', figures: '' }).taxes).toMatchObject([
      { name: 'GST', rate: 5, cents: 11_545 },
      { name: 'QST', rate: 9.975, cents: 23_032 },
    ]);
  });

  test('a switch within the interval keeps the dates; another interval begins on the day', () => {
    const from = { users: 10, period: ['2026-03-01', '2026-04-01'] as const, day: '2026-03-16' };
    expect(
      quoted({ of: 'cMONTH CAD', users: 10, place: 'AB', figures: '', from: { of: 'eMONTH CAD', ...from } }).period,
    ).toEqual({ from: '2026-03-01', to: '2026-04-01' });
    expect(
      quoted({ of: 'eYEAR CAD', users: 10, place: 'AB', figures: '', from: { of: 'eMONTH CAD', ...from } }).period,
    ).toEqual({ from: '2026-03-16', to: '2027-03-16' });
  });

  test('no tier holds what the catalogue does not sell', () => {
    expect(() => priceOf([{ minQuantity: 1, maxQuantity: 10, flatPrice: 1, unitPrice: 0 }], [], 11)).toThrow(
      RangeError,
    );
  });

  test('a price is shown by the year', () => {
    expect(billingIntervals.map((interval) => displayYearly(100, interval))).toEqual([100, 1_200, 5_200, 36_500, null]);
  });
});

const cents = fc.integer({ min: 0, max: 2_000_000_000 });
const prices = fc
  .tuple(cents, cents)
  .map(([one, other]): Price => ({ list: Math.max(one, other), net: Math.min(one, other) }));
const march = { from: '2026-03-01', to: '2026-04-01' };
const marchDay = fc.integer({ min: 1, max: 31 });
const dayText = (day: number): string => `2026-03-${String(day).padStart(2, '0')}`;
const taxes = [
  { name: 'GST', rate: 5 },
  { name: 'QST', rate: 9.975 },
];

describe('whatever is quoted', () => {
  const anyQuote = fc
    .record({
      price: prices,
      old: cents,
      day: marchDay,
      balance: cents,
      interval: fc.constantFrom(...billingIntervals),
      runs: fc.constantFrom(...billingIntervals, null),
    })
    .map(({ price, old, day, balance, interval, runs }) =>
      quote({
        billingInterval: interval,
        price,
        day: dayText(day),
        balance,
        taxes,
        running:
          runs === null ? null : { billingInterval: runs, netPrice: old, period: runs === 'NONE' ? null : march },
      }),
    );

  test('the parts add up, are whole cents, and none is below 0', () => {
    fc.assert(
      fc.property(anyQuote, ({ subtotal, discount, credit, creditLeft, taxes: each, tax, total }) => {
        expect(total).toBe(subtotal - discount - credit + tax);
        expect(tax).toBe(each.reduce((sum, { cents: one }) => sum + one, 0));
        for (const part of [subtotal, discount, credit, creditLeft, tax, total])
          expect(Number.isSafeInteger(part) && part >= 0).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('nothing is owed while a balance is left', () => {
    fc.assert(
      fc.property(anyQuote, ({ creditLeft, total }) => {
        expect(creditLeft === 0 || total === 0).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('over a year of switches no cent is lost but what rounding takes of each: what was paid is what was used, and the balance', () => {
    const months = Array.from({ length: 12 }, (_, index) => `2026-${String(index + 1).padStart(2, '0')}-01`);
    const switches = fc.array(
      fc.record({
        month: fc.integer({ min: 0, max: 11 }),
        day: fc.integer({ min: 1, max: 28 }),
        price: fc.integer({ min: 0, max: 1_000_000 }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(switches, (all) => {
        let [paid, balance, net, used, roundings] = [0, 0, 5_000, 0, 0];
        const take = (figures: QuoteFigures): void => {
          paid += figures.subtotal - figures.discount - figures.credit;
          balance = figures.creditLeft;
        };
        months.forEach((from, month) => {
          const to = months[month + 1] ?? '2027-01-01';
          const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
          take(
            quote({ billingInterval: 'MONTH', price: { list: net, net }, day: from, running: null, balance, taxes }),
          );
          let since = 1;
          for (const { day, price } of all
            .filter((one) => one.month === month)
            .sort((one, other) => one.day - other.day)) {
            used += (net * (day - since)) / days;
            take(
              quote({
                billingInterval: 'MONTH',
                price: { list: price, net: price },
                day: `${from.slice(0, 8)}${String(day).padStart(2, '0')}`,
                balance,
                taxes,
                running: { billingInterval: 'MONTH', netPrice: net, period: { from, to } },
              }),
            );
            [net, since, roundings] = [price, day, roundings + 2];
          }
          used += (net * (days + 1 - since)) / days;
        });
        expect(Math.abs(paid - balance - used)).toBeLessThanOrEqual(roundings / 2 + 0.001);
      }),
      { numRuns: 1_000 },
    );
  });
});
