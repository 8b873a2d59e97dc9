import { regions } from '@plimsoll/contracts/organizations/regions';
import type { UserGroup } from '@plimsoll/contracts/organizations/features';

/** The demo's organization, places and people; all invented. */
export const demoOrganization = {
  name: 'Northline Field Services',
  timeZone: 'America/Edmonton',
  sizeRange: 'FIFTY_ONE_TO_TWO_HUNDRED',
} as const;

const region = (name: string): string => {
  const found = regions.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`There is no region ${name}.`);
  return found.guid;
};

export const demoWorksites = [
  {
    key: 'acheson',
    name: 'Acheson Yard',
    regionGuid: region('Alberta'),
    timeZone: 'America/Edmonton',
    address: '53016 Highway 60, Acheson',
    emergencyPhone: '780 555 0111',
  },
  {
    key: 'fsj',
    name: 'Fort St. John',
    regionGuid: region('British Columbia'),
    timeZone: 'America/Dawson_Creek',
    address: '8323 100 Avenue, Fort St. John',
    emergencyPhone: '250 555 0142',
  },
  {
    key: 'montney',
    name: 'Montney Pad 14',
    regionGuid: region('British Columbia'),
    timeZone: 'America/Dawson_Creek',
    address: 'Mile 73, Alaska Highway',
    emergencyPhone: '250 555 0176',
  },
  {
    key: 'karratha',
    name: 'Karratha Depot',
    regionGuid: region('Western Australia'),
    timeZone: 'Australia/Perth',
    address: '12 Coolawanyah Road, Karratha',
    emergencyPhone: '08 5550 0133',
  },
  {
    key: 'midland',
    name: 'Midland Shop',
    regionGuid: region('Texas'),
    timeZone: 'America/Chicago',
    address: '2105 Garden City Highway, Midland',
    emergencyPhone: '432 555 0190',
  },
] as const;
export type WorksiteKey = (typeof demoWorksites)[number]['key'];

export const demoGroups = [
  { key: 'yard', name: 'Warehouse and yard', description: 'Yards, stores and loading' },
  { key: 'drilling', name: 'Drilling services', description: 'Crews on pads and rigs' },
  { key: 'transport', name: 'Transport', description: 'Drivers and their vehicles' },
  { key: 'shop', name: 'Shop and maintenance', description: 'Workshops and mechanics' },
] as const;
export type GroupKey = (typeof demoGroups)[number]['key'];

export interface DemoPerson {
  readonly key: string;
  readonly name: string;
  readonly emailAddress: string;
  readonly isAdmin: boolean;
  readonly userGroups: UserGroup[];
  readonly worksite: WorksiteKey;
  readonly group: GroupKey;
}

const person = (
  key: string,
  name: string,
  group: GroupKey,
  worksite: WorksiteKey,
  role: 'admin' | 'manager' | 'member' = 'member',
  address = key,
): DemoPerson => ({
  key,
  name,
  emailAddress: `${address}@demo.example`,
  isAdmin: role === 'admin',
  userGroups: role === 'member' ? ['Standard'] : ['Standard', 'Manager'],
  worksite,
  group,
});

/** The first three sign in by role; the others by name. */
export const demoPeople: readonly DemoPerson[] = [
  person('priya', 'Priya Raman', 'yard', 'acheson', 'admin', 'admin'),
  person('daniel', 'Daniel Okafor', 'drilling', 'fsj', 'manager', 'manager'),
  person('marta', 'Marta Kowalczyk', 'yard', 'acheson', 'member', 'member'),
  person('mei', 'Mei Tanaka', 'shop', 'karratha', 'manager'),
  person('tyler', 'Tyler Beaudoin', 'drilling', 'fsj'),
  person('luis', 'Luis Herrera', 'shop', 'midland'),
  person('jack', 'Jack Sorensen', 'transport', 'karratha'),
  person('amelie', 'Amélie Gagnon', 'transport', 'montney'),
  person('sam', 'Sam Whitford', 'yard', 'acheson'),
  person('noor', 'Noor Haddad', 'drilling', 'montney'),
];

/** Injured people in the demo's stories who have no account. */
export const injuredNames = [
  'Owen Castellane',
  'Bettina Marchetti',
  'Rashid Qureshimi',
  'Hollis Vandermeer',
  'Imogen Thistlewood',
  'Caleb Northcutt',
  'Yusuf Adeyinka',
  'Petra Lindqvist',
  'Dmitri Volkonsky',
  'Shauna Blackfoot',
  'Gareth Pennington',
  'Lucinda Ferreira',
  'Thaddeus Okonjo',
  'Marisol Quintanilla',
  'Anders Holmgren',
  'Joanna Wieczorek',
] as const;
