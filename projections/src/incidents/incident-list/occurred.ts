const DAY_MS = 86_400_000;
/** Places of a day: one for incidents without a time, then one per minute. */
const PLACES_PER_DAY = 1_441;

/**
 * Place of an incident in the order of occurrence: by day, then by the time of day where it happened. Without a time it
 * comes before all others of its day, and so last where the newest come first.
 */
export function occurredAt(date: string, time: string | null): number {
  const [hours, minutes] = (time ?? '').split(':').map(Number) as [number, number];
  return firstPlaceOf(date) + (time === null ? 0 : 1 + hours * 60 + minutes);
}

/** The places of a day, from its first to its last. */
export const placesOf = (date: string): { readonly first: number; readonly last: number } => ({
  first: firstPlaceOf(date),
  last: firstPlaceOf(date) + PLACES_PER_DAY - 1,
});

const firstPlaceOf = (date: string): number => (Date.parse(date) / DAY_MS) * PLACES_PER_DAY;
