import type { CountedMetric } from '@plimsoll/contracts/metrics/http';

interface CountedWords {
  /** The figure whose cases they are. */
  of: string;
  one: string;
  many: string;
}

export const countedWords: Readonly<Record<CountedMetric, CountedWords>> = {
  TRIF: { of: 'Total recordable incident frequency (TRIF)', one: 'recordable case', many: 'recordable cases' },
  LTIF: { of: 'Lost time injury frequency (LTIF)', one: 'lost-time case', many: 'lost-time cases' },
  MVIF: { of: 'Motor vehicle incident frequency (MVIF)', one: 'vehicle incident', many: 'vehicle incidents' },
  LEADING: { of: 'Proactive Safety Performance', one: 'leading event', many: 'leading events' },
  LAGGING: { of: 'Incidents', one: 'lagging event', many: 'lagging events' },
};

/** '28 recordable cases' */
export const countWords = (metric: CountedMetric, count: number): string => `${count.toLocaleString('en-CA')} ${count === 1 ? countedWords[metric].one : countedWords[metric].many}`;
