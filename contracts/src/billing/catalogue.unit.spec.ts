import { catalogue, isValidOn, partnerOf, taxesOf, type Catalogue, type Tier } from './catalogue.ts';
import { demoCatalogue } from './demo-catalogue.ts';

function errors(change: (written: Catalogue) => void): string[] {
  const written = structuredClone(demoCatalogue);
  change(written);
  const read = catalogue.safeParse(written);
  return read.success ? [] : read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

const tiers = (...ranges: [number, number | null][]): Tier[] =>
  ranges.map(([minQuantity, maxQuantity]) => ({ minQuantity, maxQuantity, flatPrice: 100_000, unitPrice: 100_000 }));

describe('a catalogue', () => {
  test('the demo’s is one, with seven plans in each of three currencies, all prices in whole cents', () => {
    expect(errors(() => undefined)).toEqual([]);
    expect(demoCatalogue.plans).toHaveLength(21);
    expect(
      demoCatalogue.plans
        .flatMap((plan) => plan.tiers)
        .every((one) => Number.isInteger(one.flatPrice) && Number.isInteger(one.unitPrice)),
    ).toBe(true);
  });

  test('a plan that says it has everything of another one has its modules', () => {
    const [essentials, complete] = ['essentials', 'complete'].map(
      (key) => demoCatalogue.products.find(({ productKey }) => productKey === key)!,
    );
    expect(complete!.sellingPoints).toContain('Everything in Essentials');
    expect(complete!.modules).toEqual(expect.arrayContaining(essentials!.modules));
  });

  test('only the plan that names intrac and BISTrainer has their modules', () => {
    for (const { sellingPoints, modules } of demoCatalogue.products.filter(({ isListed }) => isListed))
      expect(modules.filter((module) => module === 'intrac' || module === 'bistrainer')).toHaveLength(
        sellingPoints.some((point) => point.includes('intrac and BISTrainer')) ? 2 : 0,
      );
  });

  test.each<[string, Tier[], string]>([
    ['tiers that do not begin at 1', tiers([2, null]), 'plans.0.tiers.0.minQuantity: The first tier must begin at 1'],
    ['a gap', tiers([1, 10], [12, null]), 'plans.0.tiers.1.minQuantity: There is a gap before this tier'],
    ['an overlap', tiers([1, 10], [10, null]), 'plans.0.tiers.1.minQuantity: The tier overlaps the one before it'],
    [
      'a tier after one without an end',
      tiers([1, null], [11, null]),
      'plans.0.tiers.1.minQuantity: The tier overlaps the one before it',
    ],
    [
      'a tier that ends before it begins',
      tiers([1, 10], [11, 10]),
      'plans.0.tiers.1.maxQuantity: The tier ends before it begins',
    ],
    [
      'tiers that end before 1000 users',
      tiers([1, 10], [11, 999]),
      'plans.0.tiers.1.maxQuantity: The last tier must reach 1000 users',
    ],
  ])('%s: refused, and the field is named', (_, written, error) => {
    expect(errors(({ plans }) => Object.assign(plans[0]!, { tiers: written }))).toContain(error);
  });

  test('a discount above the price is refused at either end of its tier', () => {
    const above = 'partners.0.plans.0.discounts.1.discountFlatPrice: The discount is above the price';
    expect(
      errors(({ partners }) =>
        Object.assign(partners[0]!.plans[0]!.discounts[1]!, { discountFlatPrice: 3_900, discountUnitPrice: 600 }),
      ),
    ).toEqual([]);
    expect(
      errors(({ partners }) =>
        Object.assign(partners[0]!.plans[0]!.discounts[1]!, { discountFlatPrice: 3_901, discountUnitPrice: 600 }),
      ),
    ).toEqual([above]);
    expect(
      errors(({ partners }) =>
        Object.assign(partners[0]!.plans[0]!.discounts[1]!, { discountFlatPrice: 0, discountUnitPrice: 679 }),
      ),
    ).toEqual([above]);
  });

  test('what is named must be there, and once', () => {
    const missing = '0199b000-0000-7000-8000-0000000000ff';
    expect(errors(({ plans }) => Object.assign(plans[1]!, { productGuid: missing }))).toEqual([
      'plans.1.productGuid: There is no such product',
    ]);
    expect(errors(({ partners }) => Object.assign(partners[0]!.plans[0]!, { productPlanGuid: missing }))).toEqual([
      'partners.0.plans.0.productPlanGuid: There is no such plan',
    ]);
    expect(errors(({ partners }) => Object.assign(partners[0]!.plans[0]!.discounts[0]!, { maxQuantity: 9 }))).toEqual([
      'partners.0.plans.0.discounts.0.minQuantity: The plan has no such tier',
    ]);
    expect(errors(({ partners }) => Object.assign(partners[1]!, { code: 'northwind' }))).toEqual([
      'partners.1.code: It stands there twice',
    ]);
    expect(errors(({ plans }) => Object.assign(plans[1]!, { validTo: '2019-12-31' }))).toEqual([
      'plans.1.validTo: It ends before it begins',
    ]);
  });

  test('fractions of a cent and rates with four decimals are no catalogue', () => {
    expect(errors(({ plans }) => Object.assign(plans[0]!.tiers[0]!, { flatPrice: 0.5 }))).toHaveLength(1);
    expect(errors(({ taxes }) => Object.assign(taxes[0]!, { rate: 9.9755 }))).toEqual([
      'taxes.0.rate: It must have at most three decimal places',
    ]);
  });

  test('a partner is found in any case, until their last day', () => {
    expect(partnerOf(demoCatalogue, ' northWind ', '2026-01-01')?.code).toBe('NORTHWIND');
    expect(partnerOf(demoCatalogue, 'OLDPORT', '2023-12-31')?.code).toBe('OLDPORT');
    expect(partnerOf(demoCatalogue, 'OLDPORT', '2024-01-01')).toBeNull();
    expect(isValidOn({ validFrom: '2026-01-02', validTo: null }, '2026-01-01')).toBe(false);
  });

  test('taxes are those of the province, or of the whole country', () => {
    expect(taxesOf(demoCatalogue, 'CA', 'BC', '2026-01-01').map(({ name }) => name)).toEqual(['GST', 'PST']);
    expect(taxesOf(demoCatalogue, 'AU', 'NSW', '2026-01-01').map(({ rate }) => rate)).toEqual([10]);
    expect(taxesOf(demoCatalogue, 'US', 'TX', '2026-01-01')).toEqual([]);
  });
});
