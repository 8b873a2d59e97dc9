import { randomUUID } from 'node:crypto';
import { getDocumentProxy } from 'unpdf';
import type { Invoice } from '@plimsoll/contracts/billing/answers';
import { address, founderIn, type Buyer } from '../../../test/buyers.ts';
import { stopTakingPayments, takingPayments } from '../../../test/payments.ts';
import { TestApplication } from '../../../test/test-application.ts';
import { systemEnvelope } from '../../commands/own-envelope.ts';
import { ResumeRefund } from './resume-refund.ts';
import { ForwardBilling } from '../subscription/forward-billing.ts';
import { RefundInvoice } from './refund-invoice.ts';

let app: TestApplication;

beforeAll(async () => void (app = await TestApplication.start(takingPayments)));
afterAll(async () => {
  await app?.stop();
  await stopTakingPayments();
});

/** Text of a document, line by line from the top; cells of one line are separated by a bar. */
async function linesOf(bytes: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(bytes, { verbosity: 0 });
  const lines: string[] = [];
  for (let page = 1; page <= document.numPages; page++) {
    const { items } = await (await document.getPage(page)).getTextContent();
    const found = items
      .flatMap((item) =>
        'str' in item && item.str.trim()
          ? [
              {
                text: item.str.trim(),
                x: item.transform[4] as number,
                end: (item.transform[4] as number) + item.width,
                y: item.transform[5] as number,
              },
            ]
          : [],
      )
      .sort((one, other) => other.y - one.y);
    const rows: (typeof found)[] = [];
    for (const piece of found) {
      // Smaller text has a slightly higher baseline in the same line.
      if (rows.length > 0 && rows.at(-1)![0]!.y - piece.y < 2) rows.at(-1)!.push(piece);
      else rows.push([piece]);
    }
    for (const row of rows) {
      const sorted = row.sort((one, other) => one.x - other.x);
      // Text of one cell comes in several pieces.
      lines.push(
        sorted.reduce(
          (line, { text, x }, place) =>
            place === 0 ? text : `${line}${x - sorted[place - 1]!.end > 8 ? ' | ' : ' '}${text}`,
          '',
        ),
      );
    }
  }
  await document.destroy();
  return lines;
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
const day = (date: string) => `${Number(date.slice(8))} ${months[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`;
const before = (date: string) => new Date(Date.parse(date) - 86_400_000).toISOString().slice(0, 10);
const money = (cents: number) =>
  `${cents < 0 ? '−' : ''}${(Math.abs(cents) / 100).toFixed(2).replaceAll(/\B(?=(\d{3})+\.)/g, ',')}`;
const brands: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'MasterCard', amex: 'American Express' };
const countries: Readonly<Record<string, string>> = { CA: 'Canada', US: 'United States' };
const ofAnInterval: Readonly<Record<string, string>> = {
  YEAR: 'a year',
  MONTH: 'a month',
  WEEK: 'a week',
  DAY: 'a day',
};

/** Expected text of an invoice's document, derived from its JSON. */
function expectedOf(invoice: Invoice, buyerName: string): string[] {
  const { kind, number, seller, lines, taxes, currency, total, status, paidWith, refunded, dueOn, issuedOn } = invoice;
  const title = `${kind === 'INVOICE' ? 'Invoice' : 'Credit note'} ${number}`;
  const left = ['From', seller.name, ...seller.lines];
  const right = [
    'To',
    buyerName,
    ...(invoice.address
      ? [
          invoice.address.mailingAddress,
          `${invoice.address.city} ${invoice.address.province} ${invoice.address.postalCode}`,
          countries[invoice.address.country]!,
        ]
      : []),
  ];
  const state =
    status === 'VOID'
      ? 'Void: nobody owes it'
      : status === 'OPEN'
        ? `Due on ${day(dueOn)}`
        : paidWith
          ? `Paid with ${brands[paidWith.brand]} ending in ${paidWith.last4Digits}`
          : kind === 'INVOICE'
            ? total === 0
              ? 'Nothing due'
              : 'Paid'
            : 'Paid back';
  let tax = 0;
  return [
    title,
    ...Array.from({ length: Math.max(left.length, right.length) }, (_, row) =>
      [left[row], right[row]].filter((text) => text !== undefined).join(' | '),
    ),
    `Issued on | ${day(issuedOn)}`,
    `State | ${state}`,
    ...(refunded > 0 ? [`Paid back | ${currency} ${money(refunded)}`] : []),
    lines.some(({ from }) => from) ? `For | Days | ${currency}` : `For | ${currency}`,
    ...lines.map((line) => {
      const taken = line.kind === 'TAX' ? taxes[tax++]! : null;
      const words = {
        PRICE: `${invoice.productName}, ${invoice.quantity} ${invoice.quantity === 1 ? 'user' : 'users'}, ${ofAnInterval[invoice.billingInterval]}`,
        DISCOUNT: 'Discount',
        CREDIT: 'Credit of what was paid before',
        TAX: taken
          ? `${taken.name} ${taken.rate} %${taken.registrationNumber ? ` (${taken.registrationNumber})` : ''}`
          : 'Tax',
      }[line.kind];
      return [
        words,
        ...(line.from && line.to ? [`${day(line.from)} – ${day(before(line.to))}`] : []),
        money(line.cents),
      ].join(' | ');
    }),
    `Total | ${currency} ${money(total)}`,
    `${title} | 1 / 1`,
  ];
}

const run = (
  { org }: Buyer,
  command: (
    envelope: ReturnType<typeof systemEnvelope>,
  ) => Parameters<TestApplication['api']['application']['commands']['execute']>[0],
) => app.api.application.commands.execute(command(systemEnvelope({ tenant: org })));
const inProvince = (province: string) => ({ ...address, province });

/** Ways to obtain invoices, each with the resulting kinds and statuses. */
const ways: Readonly<Record<string, (buyer: Buyer) => Promise<readonly string[]>>> = {
  'one tax, paid with a card': async (buyer) => (await buyer.buy(), ['INVOICE PAID']),
  'two taxes': async (buyer) => (await buyer.buy({ quantity: 1000, address: inProvince('QC') }), ['INVOICE PAID']),
  'a discount': async (buyer) => (
    await buyer.buy({ quantity: 201, channelPartnerCode: 'NORTHWIND' }, 'complete/MONTH'), ['INVOICE PAID']
  ),
  'no tax at all': async (buyer) => (
    await buyer.buy({ address: { ...address, province: 'NY', country: 'US' } }), ['INVOICE PAID']
  ),
  'a switch that credits what was paid, and one back that leaves nothing to pay': async (buyer) => {
    await buyer.buy();
    await buyer.buy({ paymentToken: undefined }, 'complete/MONTH');
    await buyer.buy({ paymentToken: undefined });
    return ['INVOICE PAID', 'INVOICE PAID', 'INVOICE PAID'];
  },
  'sent, and open': async (buyer) => (
    await buyer.buy({ paymentToken: undefined, collectionMethod: 'SEND_INVOICE' }, 'essentials/YEAR'), ['INVOICE OPEN']
  ),
  'never paid, and void': async (buyer) => {
    await buyer.buy({ paymentToken: undefined, collectionMethod: 'SEND_INVOICE' }, 'essentials/YEAR');
    await run(buyer, (envelope) => new ForwardBilling(envelope, 75));
    return ['INVOICE VOID'];
  },
  'paid back in part, by a credit note': async (buyer) => {
    const {
      body: {
        purchase: { invoiceGuid },
      },
    } = await buyer.buy({ address: inProvince('BC') });
    const refundGuid = randomUUID();
    await run(
      buyer,
      (envelope) => new RefundInvoice(envelope, { invoice: invoiceGuid, cents: 1_050, reason: 'Not used', refundGuid }),
    );
    await run(buyer, (envelope) => new ResumeRefund(envelope, refundGuid));
    return ['CREDIT_NOTE PAID', 'INVOICE PAID'];
  },
};

test.each(Object.keys(ways))(
  'the document of an invoice shows what its JSON says, and nothing else: %s',
  async (way) => {
    const buyer = await founderIn(app);
    const expected = await ways[way]!(buyer);
    const { name } = (await app.call('GET', `/orgs/${buyer.org}`, { token: buyer.token })).body;
    let items: Invoice[] = [];
    for (
      let tries = 0;
      tries < 100 && items.map(({ kind, status }) => `${kind} ${status}`).join() !== expected.join();
      tries++
    )
      items = (await buyer.get('invoices')).body.items;
    expect(items.map(({ kind, status }) => `${kind} ${status}`)).toEqual(expected);
    for (const { invoiceGuid, number } of items) {
      const invoice: Invoice = (await buyer.get(`invoices/${invoiceGuid}`)).body;
      const answer = await fetch(`${app.url}/api/orgs/${buyer.org}/invoices/${invoiceGuid}/pdf`, {
        headers: { authorization: `Bearer ${buyer.token}` },
      });
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
        200,
        'application/pdf',
        `attachment; filename="invoice-${number}.pdf"`,
      ]);
      expect(await linesOf(new Uint8Array(await answer.arrayBuffer()))).toEqual(expectedOf(invoice, name));
    }
    expect(await buyer.get(`invoices/${randomUUID()}/pdf`)).toMatchObject({ status: 404 });
  },
);
