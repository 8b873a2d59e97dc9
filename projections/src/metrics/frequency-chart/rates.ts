/**
 * Base of OSHA's incidence rates: 100 employees at 40 hours in 50 weeks (29 CFR 1904; OSHA Forms for Recording,
 * "Worksheet").
 */
export const HOURS_BASE = 200_000;
/** Base of vehicle incident rates: per million kilometres. */
export const KMS_BASE = 1_000_000;
/** Base of the Australian and the oil and gas producers' (IOGP) rates: five times the 200,000 rate. */
const MILLION_HOURS_BASE = 1_000_000;

/**
 * Calculates cases × base ÷ denominator, unrounded. An aggregate is the sum of cases over the sum of hours, never a
 * mean of rates. Null ("n/a") if the denominator is 0 or missing.
 */
export function ratePer(base: number, cases: number, denominator: number | null): number | null {
  return denominator !== null && denominator > 0 ? (cases * base) / denominator : null;
}

/** Total recordable incident frequency: recordable cases (persons) × 200,000 / hours worked. 29 CFR 1904.7. */
export const trif = (recordableCases: number, hours: number | null): number | null =>
  ratePer(HOURS_BASE, recordableCases, hours);

/** Lost time injury frequency: lost-time cases, including fatalities, × 200,000 / hours worked. */
export const ltif = (lostTimeCases: number, hours: number | null): number | null =>
  ratePer(HOURS_BASE, lostTimeCases, hours);

/** Days away, restricted or transferred: (days-away + restricted or transferred cases) × 200,000 / hours. OSHA, BLS. */
export const dart = (
  cases: { daysAway: number; restrictedOrTransferred: number },
  hours: number | null,
): number | null => ratePer(HOURS_BASE, cases.daysAway + cases.restrictedOrTransferred, hours);

/** Severity: (days away + days restricted, each capped at 180 a case) × 200,000 / hours. 29 CFR 1904.7(b)(3). */
export const severityRate = (days: { away: number; restricted: number }, hours: number | null): number | null =>
  ratePer(HOURS_BASE, days.away + days.restricted, hours);

/** Motor vehicle incident frequency: vehicle incidents × 1,000,000 / km driven. */
export const mvif = (vehicleIncidents: number, kms: number | null): number | null =>
  ratePer(KMS_BASE, vehicleIncidents, kms);

/** Proactive safety performance: leading events, their rate × 200,000 / hours, and their ratio to the lagging ones. */
export function psp(
  leading: number,
  lagging: number,
  hours: number | null,
): { count: number; rate: number | null; ratioToLagging: number | null } {
  return {
    count: leading,
    rate: ratePer(HOURS_BASE, leading, hours),
    ratioToLagging: lagging > 0 ? leading / lagging : null,
  };
}

/** Converts a rate per 200,000 hours to one per million hours. */
export const perMillionHours = (ratePer200k: number | null): number | null =>
  ratePer200k === null ? null : ratePer200k * (MILLION_HOURS_BASE / HOURS_BASE);

/** Whether yearly hours per head are plausible: 120 to 4,500. */
export const plausibleYearlyHours = (hours: number, heads: number): boolean =>
  hours >= 120 * heads && hours <= 4_500 * heads;
