import type { CountedMetric } from '@plimsoll/contracts/metrics/http';
import { rateTexts } from '@plimsoll/contracts/metrics/rate-texts';

interface CountedWords {
  /** The figure that counts these cases. */
  of: string;
  one: string;
  many: string;
}

export const countedWords: Readonly<Record<CountedMetric, CountedWords>> = {
  TRIF: { ...rateTexts.TRIF, of: `${rateTexts.TRIF.title} (TRIF)` },
  LTIF: { ...rateTexts.LTIF, of: `${rateTexts.LTIF.title} (LTIF)` },
  MVIF: { ...rateTexts.MVIF, of: `${rateTexts.MVIF.title} (MVIF)` },
  LEADING: { of: 'Proactive Safety Performance', one: 'leading event', many: 'leading events' },
  LAGGING: { of: 'Incidents', one: 'lagging event', many: 'lagging events' },
};

/** Count with its noun: '28 recordable cases'. */
export const countWords = (metric: CountedMetric, count: number): string =>
  `${count.toLocaleString('en-CA')} ${count === 1 ? countedWords[metric].one : countedWords[metric].many}`;
