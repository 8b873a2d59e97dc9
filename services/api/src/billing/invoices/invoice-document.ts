import type { Invoice } from '@plimsoll/contracts/billing/answers';
import { cardLabel } from '@plimsoll/contracts/billing/card-label';
import { invoiceLineText, invoiceTexts } from '@plimsoll/contracts/billing/invoice-texts';
import { addDays } from '@plimsoll/contracts/kernel/values/calendar';
import { readableDate } from '@plimsoll/projections/incidents/incident-history/readable-values';
import type { Content, CustomTableLayout, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** Formats cents as 1234.50, with a minus sign for deductions. */
const amount = (cents: number): string =>
  `${cents < 0 ? '−' : ''}${Math.trunc(Math.abs(cents) / 100).toLocaleString('en-CA')}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

const countries = new Intl.DisplayNames('en', { type: 'region' });

const right = (text: string, more: object = {}): TableCell => ({ text, alignment: 'right', ...more });
const term = (label: string, value: string): TableCell[] => [{ text: label, style: 'term' }, value];

/** Period of an invoice line, first to last day inclusive; empty when it has none. */
const daysOf = ({ from, to }: { readonly from: string | null; readonly to: string | null }): string =>
  from && to ? `${readableDate(from)} – ${readableDate(addDays(to, -1))}` : '';

/** Table rules: a hairline below each row, a strong line below the head and above the total. */
const ruled: CustomTableLayout = {
  hLineWidth: (at, { table }) =>
    at === 0 || at === table.body.length ? 0 : at === 1 || at === table.body.length - 1 ? 1 : 0.5,
  hLineColor: (at, { table }) => (at === 1 || at === table.body.length - 1 ? '#333333' : '#cccccc'),
  vLineWidth: () => 0,
  paddingLeft: (column) => (column === 0 ? 0 : 16),
  paddingRight: () => 0,
  paddingTop: () => 5,
  paddingBottom: () => 4,
};

/**
 * PDF definition of an invoice or credit note: seller, buyer, lines, taxes with their registration numbers, payment
 * method.
 */
export function invoiceDocument(invoice: Invoice, organizationName: string): TDocumentDefinitions {
  const { number, kind, seller, address, lines, taxes, currency, total, issuedOn, dueOn, status, paidWith, refunded } =
    invoice;
  let tax = 0;
  const hasDays = lines.some((line) => daysOf(line) !== '');
  const row = (text: TableCell, days: TableCell, cents: TableCell): TableCell[] =>
    hasDays ? [text, days, cents] : [text, cents];
  const rows = lines.map((line): TableCell[] => {
    const taken = line.kind === 'TAX' ? taxes[tax++] : undefined;
    const text = taken
      ? `${taken.name} ${taken.rate} %${taken.registrationNumber ? ` (${taken.registrationNumber})` : ''}`
      : invoiceLineText(line.kind, invoice);
    return row(text, daysOf(line), right(amount(line.cents)));
  });
  const buyer: Content[] = [
    { text: organizationName, bold: true },
    ...(address
      ? [
          address.mailingAddress,
          `${address.city} ${address.province} ${address.postalCode}`,
          countries.of(address.country)!,
        ]
      : []
    ).map((text) => ({ text })),
  ];
  const paid = paidWith
    ? `${invoiceTexts.paidWith} ${cardLabel(paidWith)}`
    : kind === 'CREDIT_NOTE'
      ? invoiceTexts.refunded
      : total > 0
        ? invoiceTexts.paid
        : invoiceTexts.nothingDue;
  const state = { VOID: invoiceTexts.void, OPEN: `${invoiceTexts.due} ${readableDate(dueOn)}`, PAID: paid }[status];
  return {
    pageSize: 'LETTER',
    pageMargins: [48, 56, 48, 56],
    info: { title: `${invoiceTexts[kind]} ${number}`, creator: 'Plimsoll' },
    defaultStyle: { font: 'Roboto', fontSize: 10, lineHeight: 1.25 },
    styles: {
      term: { color: '#555555' },
      head: { bold: true, fontSize: 9, color: '#555555' },
      total: { bold: true, fontSize: 12 },
    },
    footer: (page, pages) => ({
      style: 'term',
      margin: [48, 16, 48, 0],
      columns: [`${invoiceTexts[kind]} ${number}`, { text: `${page} / ${pages}`, alignment: 'right' }],
    }),
    content: [
      { text: `${invoiceTexts[kind]} ${number}`, fontSize: 18, bold: true, margin: [0, 0, 0, 10] },
      {
        columns: [
          { stack: [{ text: invoiceTexts.seller, style: 'term' }, { text: seller.name, bold: true }, ...seller.lines] },
          { stack: [{ text: invoiceTexts.buyer, style: 'term' }, ...buyer] },
        ],
        margin: [0, 0, 0, 14],
      },
      {
        layout: 'noBorders',
        margin: [0, 0, 0, 14],
        table: {
          widths: [90, '*'],
          body: [
            term(invoiceTexts.issued, readableDate(issuedOn)),
            term(invoiceTexts.state, state),
            ...(refunded > 0 ? [term(invoiceTexts.refunded, `${currency} ${amount(refunded)}`)] : []),
          ],
        },
      },
      {
        layout: ruled,
        table: {
          headerRows: 1,
          widths: hasDays ? ['*', 'auto', 'auto'] : ['*', 'auto'],
          body: [
            row(
              { text: invoiceTexts.line, style: 'head' },
              { text: invoiceTexts.days, style: 'head' },
              right(currency, { style: 'head' }),
            ),
            ...rows,
            row(
              { text: invoiceTexts.total, style: 'total' },
              '',
              right(`${currency} ${amount(total)}`, { style: 'total' }),
            ),
          ],
        },
      },
    ],
  };
}
