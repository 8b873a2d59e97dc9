import { z } from 'zod';
import { day } from '../kernel/values/dates.ts';
import type { Period } from './billing-interval.ts';
import type { QuoteFigures } from './quote.ts';

/** A tax's line names it by its place among the taxes. */
const lineKinds = ['PRICE', 'DISCOUNT', 'CREDIT', 'TAX'] as const;

/** A line of a quote or an invoice: for what, for which days, and how many cents; what is taken off is below 0. */
export const quotedLine = z.strictObject({
  kind: z.enum(lineKinds),
  from: day.nullable(),
  to: day.nullable(),
  cents: z.int(),
});
export type QuotedLine = z.output<typeof quotedLine>;

/** What a quote is made of, line by line: their sum is its total. */
export function linesOf(
  {
    subtotal,
    discount,
    credit,
    taxes,
    period,
  }: Pick<QuoteFigures, 'subtotal' | 'discount' | 'credit' | 'taxes' | 'period'>,
  from: string,
): QuotedLine[] {
  const days = period ? daysPaid(period, from) : { from: null, to: null };
  const line = (kind: QuotedLine['kind'], cents: number): QuotedLine => ({
    kind,
    ...(kind === 'PRICE' ? days : { from: null, to: null }),
    cents,
  });
  return [
    line('PRICE', subtotal),
    ...(discount > 0 ? [line('DISCOUNT', -discount)] : []),
    ...(credit > 0 ? [line('CREDIT', -credit)] : []),
    ...taxes.map(({ cents }) => line('TAX', cents)),
  ];
}

/** A switch within a period pays for the days that are left of it. */
const daysPaid = ({ from: begins, to }: Period, from: string) => ({ from: from > begins ? from : begins, to });
