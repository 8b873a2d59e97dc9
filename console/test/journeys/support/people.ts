/** Users of the demo organization that the journeys use. All of them have the demo's password. */
export const people = {
  admin: { name: 'Priya Raman', email: 'admin@demo.example' },
  manager: { name: 'Daniel Okafor', email: 'manager@demo.example' },
  member: { name: 'Marta Kowalczyk', email: 'member@demo.example' },
  /** A second manager, so that the first one's bell stays quiet. */
  mei: { name: 'Mei Tanaka', email: 'mei@demo.example' },
  sam: { name: 'Sam Whitford', email: 'sam@demo.example' },
  tyler: { name: 'Tyler Beaudoin', email: 'tyler@demo.example' },
  jack: { name: 'Jack Sorensen', email: 'jack@demo.example' },
  noor: { name: 'Noor Haddad', email: 'noor@demo.example' },
} as const;
export type Who = keyof typeof people;

export const password = process.env.PLIMSOLL_PASSWORD ?? '';
export const productUrl = process.env.PLIMSOLL_URL ?? 'http://localhost:3000';
