const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
] as const;

/** Computes ln Γ(a) for a ≥ 0.5 (Lanczos' series, g = 7, n = 9). */
export function logGamma(a: number): number {
  let sum: number = LANCZOS[0];
  for (let term = 1; term < LANCZOS.length; term++) sum += LANCZOS[term]! / (a - 1 + term);
  const t = a + 6.5;
  return Math.log(Math.sqrt(2 * Math.PI) * sum) + (a - 0.5) * Math.log(t) - t;
}

/**
 * Computes the regularized lower incomplete gamma function P(a, x) for a ≥ 0.5 and x ≥ 0: the share of a gamma
 * distribution of shape a at or below x. Abramowitz & Stegun 6.5.29 (series) below a + 1, 6.5.31 (continued fraction,
 * by Lentz's method) above.
 */
export function regularizedGamma(a: number, x: number): number {
  if (x <= 0) return 0;
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? scale * series(a, x) : 1 - scale * continuedFraction(a, x);
}

function series(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let n = 1; term > sum * 1e-17; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return sum;
}

function continuedFraction(a: number, x: number): number {
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; ; n++) {
    const numerator = -n * (n - a);
    b += 2;
    d = numerator * d + b;
    d = 1 / (Math.abs(d) < tiny ? tiny : d);
    c = b + numerator / c;
    if (Math.abs(c) < tiny) c = tiny;
    fraction *= d * c;
    if (Math.abs(d * c - 1) < 1e-15) return fraction;
  }
}

/**
 * Computes the x for which P(a, x) = p; twice it is the quantile of a chi-square distribution with 2a degrees of
 * freedom. Wilson and Hilferty's approximation, then Newton's steps within a shrinking bracket.
 */
export function inverseRegularizedGamma(a: number, p: number): number {
  const normal = p < 0.5 ? -normalTail(p) : normalTail(1 - p);
  let x = a * Math.max(1 - 1 / (9 * a) + normal / (3 * Math.sqrt(a)), 0.01) ** 3;
  let below = 0;
  let above = Infinity;
  for (let step = 0; step < 200; step++) {
    const error = regularizedGamma(a, x) - p;
    if (error > 0) above = x;
    else below = x;
    const density = Math.exp((a - 1) * Math.log(x) - x - logGamma(a));
    let next = x - error / density;
    if (!(next > below && next < above)) next = above === Infinity ? 2 * x : (below + above) / 2;
    if (Math.abs(next - x) <= 1e-14 * x) return next;
    x = next;
  }
  return x;
}

/**
 * Returns the z that a standard normal variable exceeds with probability p ≤ 0.5 (Abramowitz & Stegun 26.2.23; error
 * below 4.5e-4).
 */
function normalTail(p: number): number {
  const t = Math.sqrt(-2 * Math.log(p));
  return t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t ** 3);
}

/** A confidence interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

const REMEMBERED = 4096;
const known = new Map<number, Interval>();

/**
 * Computes the exact 95 % confidence interval of the mean of a Poisson variable observed as `count`: χ²(0.025; 2n)/2 to
 * χ²(0.975; 2n+2)/2; for 0 cases it starts at 0. (Garwood 1936, "Fiducial limits for the Poisson distribution",
 * Biometrika 28.)
 */
export function poissonInterval(count: number): Interval {
  if (!Number.isSafeInteger(count) || count < 0)
    throw new RangeError(`A count of cases is a whole number from 0 on, not ${count}`);
  const found = known.get(count);
  if (found) return found;
  const interval = {
    low: count === 0 ? 0 : inverseRegularizedGamma(count, 0.025),
    high: inverseRegularizedGamma(count + 1, 0.975),
  };
  if (known.size === REMEMBERED) known.clear();
  known.set(count, interval);
  return interval;
}
