import type { BillingQuote, InvoiceContent } from '@plimsoll/contracts/billing/answers';
import { addDays } from '@plimsoll/contracts/kernel/values/calendar';
import { formatDay } from '../../../lib/format/time.ts';
import { formatMoney } from '../labels.ts';
import css from './Pay.module.css';

interface QuoteLinesProps {
  of: Pick<BillingQuote & InvoiceContent, 'lines' | 'quantity' | 'currency' | 'total'> & {
    taxes: readonly { name: string; rate: number }[];
  };
  /** What is bought. */
  name: string;
  /** Label of the sum. */
  sum?: string;
}

/** Line items of a price, with their sum. */
export function QuoteLines({ of: { lines, quantity, currency, taxes, total }, name, sum = 'Total' }: QuoteLinesProps) {
  let tax = 0;
  return (
    <dl className={css.lines}>
      {lines.map(({ kind, from, to, cents }, place) => {
        const rate = kind === 'TAX' ? taxes[tax++] : undefined;
        const words = {
          PRICE: `${name}, ${quantity} ${quantity === 1 ? 'user' : 'users'}`,
          DISCOUNT: 'Discount',
          CREDIT: 'Credit for what is paid already',
          TAX: rate ? `${rate.name} ${rate.rate} %` : 'Tax',
        }[kind];
        return (
          <div key={`${place} ${kind}`}>
            <dt>
              {words}
              {from && to && (
                <small>
                  {from === addDays(to, -1) ? formatDay(from) : `${formatDay(from)} to ${formatDay(addDays(to, -1))}`}
                </small>
              )}
            </dt>
            <dd>{formatMoney(cents, currency)}</dd>
          </div>
        );
      })}
      <div className={css.total}>
        <dt>{sum}</dt>
        <dd>{formatMoney(total, currency)}</dd>
      </div>
    </dl>
  );
}
