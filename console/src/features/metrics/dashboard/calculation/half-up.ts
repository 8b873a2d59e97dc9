/**
 * Formats a figure with a fixed number of decimals, rounded half up: 1.005 becomes '1.01'. Rounds the decimal
 * representation instead of the binary value, so that ties are exact. Throws a RangeError for negative or infinite
 * numbers.
 */
export function halfUp(figure: number, decimals = 2): string {
  if (!Number.isFinite(figure) || figure < 0) throw new RangeError('A rate is a number from zero on');
  const [mantissa = '0', exponent = '0'] = figure.toExponential().split('e');
  const digits = mantissa.replace('.', '');
  const shift = Number(exponent) - (digits.length - 1) + decimals;
  const scaled =
    shift >= 0 ? BigInt(digits) * 10n ** BigInt(shift) : divideHalfUp(BigInt(digits), 10n ** BigInt(-shift));
  const text = scaled.toString().padStart(decimals + 1, '0');
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

const divideHalfUp = (dividend: bigint, divisor: bigint): bigint => (2n * dividend + divisor) / (2n * divisor);

/** Rate with two decimals, or 'n/a' if there is no denominator. */
export const rateText = (figure: number | null): string => (figure === null ? 'n/a' : halfUp(figure));

/** Confidence interval, '1.21 – 2.71', or 'n/a'. */
export const intervalText = ({ low, high }: { low: number | null; high: number | null }): string =>
  low === null || high === null ? 'n/a' : `${halfUp(low)} – ${halfUp(high)}`;

/** Amount with up to two decimals, '2,811,430' or '2,811,430.5'. */
export const amountText = (amount: number): string => amount.toLocaleString('en-CA', { maximumFractionDigits: 2 });
