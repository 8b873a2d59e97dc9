export interface Scale {
  top: number;
  ticks: readonly number[];
  /** Number of decimals of every tick. */
  decimals: number;
}

const multiples = [1, 2, 2.5, 5] as const;

/**
 * Axis from zero with three to five round steps and the least space above `highest`; fewer steps win a tie. `whole`
 * restricts it to whole steps, for counts.
 */
export function niceScale(highest: number, { whole = false } = {}): Scale {
  const reach = highest > 0 ? highest : 1;
  const power = Math.floor(Math.log10(reach));
  const candidates = [power - 1, power].flatMap((exponent) =>
    multiples
      .map((multiple) => ({
        step: multiple * 10 ** exponent,
        decimals: Math.max(0, (multiple === 2.5 ? 1 : 0) - exponent),
      }))
      .filter(({ step }) => !whole || Number.isInteger(step))
      .map((candidate) => ({ ...candidate, count: Math.max(3, Math.ceil(reach / candidate.step - 1e-9)) }))
      .filter(({ count }) => count <= 5),
  );
  const best = candidates.sort((a, b) => a.step * a.count - b.step * b.count || a.count - b.count)[0] ?? {
    step: 1,
    decimals: 0,
    count: Math.max(1, Math.ceil(reach)),
  };
  const at = (place: number) => Number((place * best.step).toFixed(best.decimals));
  return {
    top: at(best.count),
    ticks: Array.from({ length: best.count + 1 }, (_, place) => at(place)),
    decimals: best.decimals,
  };
}
