import type { CountedMetric } from './http.ts';

/** The frequency rates by their names, and what each of them counts. */
export const rateTexts = {
  TRIF: { title: 'Total recordable incident frequency', one: 'recordable case', many: 'recordable cases' },
  LTIF: { title: 'Lost time injury frequency', one: 'lost-time case', many: 'lost-time cases' },
  MVIF: { title: 'Motor vehicle incident frequency', one: 'vehicle incident', many: 'vehicle incidents' },
} as const satisfies Partial<Record<CountedMetric, { title: string; one: string; many: string }>>;
