/**
 * A figure with so many decimals, half up, as text: 1.005 gives '1.01'. It rounds the decimal number that the figure is
 * written as, not its binary neighbour, so that a tie is a tie. Throws a RangeError for what is negative or not finite.
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

/** What people read: two decimals, or 'n/a' where there is no denominator. */
export const rateText = (figure: number | null): string => (figure === null ? 'n/a' : halfUp(figure));

/** '1.21 – 2.71', or 'n/a'. */
export const intervalText = ({ low, high }: { low: number | null; high: number | null }): string =>
  low === null || high === null ? 'n/a' : `${halfUp(low)} – ${halfUp(high)}`;

/** '2,811,430' or '2,811,430.5'. */
export const amountText = (amount: number): string => amount.toLocaleString('en-CA', { maximumFractionDigits: 2 });
