import type { InvoiceContent } from './answers.ts';
import type { QuotedLine } from './quoted-lines.ts';

/** What an invoice says, on paper and on a screen. */
export const invoiceTexts = {
  INVOICE: 'Invoice',
  CREDIT_NOTE: 'Credit note',
  seller: 'From',
  buyer: 'To',
  issued: 'Issued on',
  state: 'State',
  due: 'Due on',
  paid: 'Paid',
  /** Of an invoice of nothing, which was settled without a payment. */
  nothingDue: 'Nothing due',
  paidWith: 'Paid with',
  void: 'Void: nobody owes it',
  refunded: 'Paid back',
  line: 'For',
  days: 'Days',
  total: 'Total',
} as const;

const intervals: Readonly<Record<InvoiceContent['billingInterval'], string>> = {
  YEAR: 'a year',
  MONTH: 'a month',
  WEEK: 'a week',
  DAY: 'a day',
  NONE: 'no end',
};

/** What a line is for; that of a tax says which one instead. */
export function invoiceLineText(
  kind: QuotedLine['kind'],
  { productName, quantity, billingInterval }: Pick<InvoiceContent, 'productName' | 'quantity' | 'billingInterval'>,
): string {
  switch (kind) {
    case 'PRICE':
      return `${productName}, ${quantity} ${quantity === 1 ? 'user' : 'users'}, ${intervals[billingInterval]}`;
    case 'DISCOUNT':
      return 'Discount';
    case 'CREDIT':
      return 'Credit of what was paid before';
    case 'TAX':
      return 'Tax';
  }
}
