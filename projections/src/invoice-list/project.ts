import type { InvoiceContent } from '@plimsoll/contracts/billing/answers';
import type { BillingEvent } from '@plimsoll/contracts/billing/events';
import { foldStream } from '../runner/fold-stream.ts';
import { defineReadModel } from '../runner/read-model.ts';
import { of, table, type RowOf } from '../runner/table.ts';

export const invoiceTable = table('invoice', {
  comment: 'What an organization was asked to pay.',
  key: ['invoice_guid'],
  columns: { invoice_guid: 'uuid', number: 'text', revision: 'integer', issued_on: 'date', due_on: 'date', status: of<'OPEN' | 'PAID'>('text'), content: of<InvoiceContent>('jsonb') },
  comments: { revision: 'of the stream when it was issued: the order of the numbers' },
  indexes: { newest: '(tenant, revision desc)' },
});
export type InvoiceRow = RowOf<typeof invoiceTable>;

type Invoiced = Extract<BillingEvent, { type: 'InvoiceIssued' | 'InvoicePaid' }>;

const invoiceFold = foldStream(invoiceTable, {
  key: (event) => [(event as unknown as Invoiced).data.invoiceGuid],
  begin: {
    InvoiceIssued: ({ revision, data: { invoiceGuid, number, day, dueOn, ...content } }) => ({ invoice_guid: invoiceGuid, number, revision, issued_on: day, due_on: dueOn, status: 'OPEN' as const, content: contentOf(content) }),
  },
  evolve: { InvoicePaid: (row) => void (row.status = 'PAID') },
});

const contentOf = ({ figures, seller, ...content }: Omit<Extract<Invoiced, { type: 'InvoiceIssued' }>['data'], 'invoiceGuid' | 'number' | 'day' | 'dueOn'>): InvoiceContent => ({ ...content, ...figures, seller });

/** Every invoice of an organization. */
export const invoiceList = defineReadModel({ name: 'invoice-list', version: 1, tables: [invoiceTable], folds: [invoiceFold] });
