import fc from 'fast-check';
import type { Place } from './position-parts.ts';

const side = fc.tuple(
  fc.integer({ min: 11, max: 80 }),
  fc.integer({ min: 1, max: 59 }),
  fc.integer({ min: 1, max: 59 }),
);

/** Any place whose numbers and name occur nowhere else in a file. */
export const anyPlace: fc.Arbitrary<Place> = fc.record({
  north: side,
  east: side,
  name: fc.stringMatching(/^[A-Z][a-z]{8,14} Yard$/),
});
