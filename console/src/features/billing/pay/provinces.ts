import type { Option } from '../../../ui/inputs/SelectField.tsx';

/** Codes of provinces and states by country. Taxes depend on them. */
const listed: Readonly<Record<string, readonly string[]>> = {
  CA: 'AB BC MB NB NL NS NT NU ON PE QC SK YT'.split(' '),
  AU: 'ACT NSW NT QLD SA TAS VIC WA'.split(' '),
  US: 'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY PR GU VI AS MP'.split(
    ' ',
  ),
};

const names: Readonly<Record<string, readonly string[]>> = {
  CA: [
    'Alberta',
    'British Columbia',
    'Manitoba',
    'New Brunswick',
    'Newfoundland and Labrador',
    'Nova Scotia',
    'Northwest Territories',
    'Nunavut',
    'Ontario',
    'Prince Edward Island',
    'Quebec',
    'Saskatchewan',
    'Yukon',
  ],
  AU: [
    'Australian Capital Territory',
    'New South Wales',
    'Northern Territory',
    'Queensland',
    'South Australia',
    'Tasmania',
    'Victoria',
    'Western Australia',
  ],
};

export const countries: readonly Option[] = [
  { value: 'CA', label: 'Canada' },
  { value: 'AU', label: 'Australia' },
  { value: 'US', label: 'United States' },
];

export const countryName = (code: string): string => countries.find(({ value }) => value === code)?.label ?? code;

/** Provinces, states or territories of a country; empty if they are typed instead. */
export const provincesOf = (country: string): readonly Option[] =>
  (listed[country] ?? []).map((value, at) => ({ value, label: names[country]?.[at] ?? value }));
