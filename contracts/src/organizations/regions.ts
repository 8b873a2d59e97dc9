import type { Region } from './answers.ts';

const countries: readonly [groupName: string, number: number, names: readonly string[]][] = [
  [
    'Canada',
    1,
    [
      'Alberta',
      'British Columbia',
      'Manitoba',
      'New Brunswick',
      'Newfoundland and Labrador',
      'Northwest Territories',
      'Nova Scotia',
      'Nunavut',
      'Ontario',
      'Prince Edward Island',
      'Quebec',
      'Saskatchewan',
      'Yukon',
    ],
  ],
  [
    'Australia',
    2,
    [
      'Australian Capital Territory',
      'New South Wales',
      'Northern Territory',
      'Queensland',
      'South Australia',
      'Tasmania',
      'Victoria',
      'Western Australia',
    ],
  ],
  [
    'United States',
    3,
    [
      'Alabama',
      'Alaska',
      'Arizona',
      'Arkansas',
      'California',
      'Colorado',
      'Connecticut',
      'Delaware',
      'District of Columbia',
      'Florida',
      'Georgia',
      'Hawaii',
      'Idaho',
      'Illinois',
      'Indiana',
      'Iowa',
      'Kansas',
      'Kentucky',
      'Louisiana',
      'Maine',
      'Maryland',
      'Massachusetts',
      'Michigan',
      'Minnesota',
      'Mississippi',
      'Missouri',
      'Montana',
      'Nebraska',
      'Nevada',
      'New Hampshire',
      'New Jersey',
      'New Mexico',
      'New York',
      'North Carolina',
      'North Dakota',
      'Ohio',
      'Oklahoma',
      'Oregon',
      'Pennsylvania',
      'Rhode Island',
      'South Carolina',
      'South Dakota',
      'Tennessee',
      'Texas',
      'Utah',
      'Vermont',
      'Virginia',
      'Washington',
      'West Virginia',
      'Wisconsin',
      'Wyoming',
      'Puerto Rico',
      'Guam',
      'Virgin Islands',
      'American Samoa',
      'Northern Mariana Islands',
    ],
  ],
];

/** Provinces, states and territories by country. A region's guid depends on its position: add at the end. */
export const regions: readonly Region[] = countries.flatMap(([groupName, country, names]) =>
  names
    .map((name, index) => ({
      guid: `01900000-e00${country}-7000-8000-${String(index + 1).padStart(12, '0')}`,
      name,
      groupName,
      slug: name.toLowerCase().replace(/\W+/g, '-'),
      hasSafetyContent: false,
    }))
    .sort((one, other) => one.name.localeCompare(other.name)),
);

const byGuid = new Map(regions.map((region) => [region.guid, region]));

/** The region of a guid, or undefined. */
export const regionOf = (guid: string): Region | undefined => byGuid.get(guid);

/** The number that is dialed in an emergency, by the country of a region. */
const emergencyNumbers: Readonly<Record<string, string>> = {
  Canada: '911',
  'United States': '911',
  Australia: '000',
  'United Kingdom': '999',
};

/** The number that is dialed in an emergency in a region; null where it is not known. */
export const emergencyNumberOf = (regionGuid: string | null): string | null =>
  (regionGuid && emergencyNumbers[regionOf(regionGuid)?.groupName ?? '']) || null;
