import type { InvoiceContent } from '@plimsoll/contracts/billing/answers';
import { foldStream } from '../../runner/follow/fold-stream.ts';
import { defineReadModel, type Recorded } from '../../runner/tables/read-model.ts';
import { of, table, type RowOf } from '../../runner/tables/table.ts';

export const invoiceTable = table('invoice', {
  comment: 'What an organization was asked to pay.',
  key: ['invoice_guid'],
  columns: {
    invoice_guid: 'uuid',
    number: 'text',
    kind: of<'INVOICE' | 'CREDIT_NOTE'>('text'),
    of_invoice_guid: 'uuid?',
    revision: 'integer',
    issued_on: 'date',
    due_on: 'date',
    status: of<'OPEN' | 'PAID' | 'VOID'>('text'),
    content: of<InvoiceContent>('jsonb'),
    brand: 'text?',
    last4_digits: 'text?',
  },
  comments: {
    revision: 'of the stream when it was issued: the order of the numbers',
    of_invoice_guid: 'what a credit note takes back',
    brand: 'of the card that it was paid with',
  },
  indexes: { newest: '(tenant, revision desc)' },
});
export type InvoiceRow = RowOf<typeof invoiceTable>;

type Invoiced = Recorded<'InvoiceIssued' | 'InvoicePaid' | 'InvoiceVoided' | 'CreditNoteIssued'>;

const invoiceFold = foldStream(invoiceTable, {
  key: (event) => {
    const { data } = event as Invoiced;
    return ['creditNoteGuid' in data ? data.creditNoteGuid : data.invoiceGuid];
  },
  begin: {
    InvoiceIssued: ({ revision, data: { invoiceGuid, number, day, dueOn, ...content } }) => ({
      invoice_guid: invoiceGuid,
      number,
      kind: 'INVOICE' as const,
      of_invoice_guid: null,
      revision,
      issued_on: day,
      due_on: dueOn,
      status: 'OPEN' as const,
      content: contentOf(content),
      brand: null,
      last4_digits: null,
    }),
    CreditNoteIssued: ({ revision, data: { creditNoteGuid, invoiceGuid, number, day, reason: _, ...content } }) => ({
      invoice_guid: creditNoteGuid,
      number,
      kind: 'CREDIT_NOTE' as const,
      of_invoice_guid: invoiceGuid,
      revision,
      issued_on: day,
      due_on: day,
      status: 'PAID' as const,
      content: contentOf(content),
      brand: null,
      last4_digits: null,
    }),
  },
  evolve: {
    // A void invoice stays void: a payment for it is credited to the next ones.
    InvoicePaid: (row, { data: { brand, last4Digits } }) =>
      void (row.status === 'OPEN' && Object.assign(row, { status: 'PAID', brand, last4_digits: last4Digits })),
    InvoiceVoided: (row) => void (row.status = 'VOID'),
  },
});

const contentOf = ({
  figures,
  seller,
  ...content
}: Omit<
  Extract<Invoiced, { type: 'InvoiceIssued' }>['data'],
  'invoiceGuid' | 'number' | 'day' | 'dueOn'
>): InvoiceContent => ({ ...content, ...figures, seller });

/** The invoices of an organization. */
export const invoiceList = defineReadModel({
  name: 'invoice-list',
  version: 2,
  tables: [invoiceTable],
  folds: [invoiceFold],
});
