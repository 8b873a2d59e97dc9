import type { CountedMetric } from '@plimsoll/contracts/metrics/http';
import { rateTexts } from '@plimsoll/contracts/metrics/rate-texts';

interface CountedLabels {
  /** The figure that counts these cases. */
  of: string;
  one: string;
  many: string;
}

export const countedLabels: Readonly<Record<CountedMetric, CountedLabels>> = {
  TRIF: { ...rateTexts.TRIF, of: `${rateTexts.TRIF.title} (TRIF)` },
  LTIF: { ...rateTexts.LTIF, of: `${rateTexts.LTIF.title} (LTIF)` },
  MVIF: { ...rateTexts.MVIF, of: `${rateTexts.MVIF.title} (MVIF)` },
  LEADING: { of: 'Proactive Safety Performance', one: 'leading event', many: 'leading events' },
  LAGGING: { of: 'Incidents', one: 'lagging event', many: 'lagging events' },
};

/** Count with its noun: '28 recordable cases'. */
export const countText = (metric: CountedMetric, count: number): string =>
  `${count.toLocaleString('en-CA')} ${count === 1 ? countedLabels[metric].one : countedLabels[metric].many}`;
