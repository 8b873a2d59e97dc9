import { ResumeRefund } from '@plimsoll/api/billing/invoices/resume-refund';
import { wholeBilling } from '@plimsoll/api/billing/invoices/paid-invoices';
import { RecordPayment } from '@plimsoll/api/billing/provider/record-payment';
import { ReconcilePayments } from '@plimsoll/api/billing/provider/reconcile-payments';
import { RefundInvoice } from '@plimsoll/api/billing/invoices/refund-invoice';
import { ShowSales } from '@plimsoll/api/billing/purchases/show-sales';
import type { Application } from '@plimsoll/api/platform/process/application';
import { isExecuted } from '@plimsoll/api/commands/execute';
import { systemEnvelope } from '@plimsoll/api/commands/own-envelope';
import { INSTALLATION_TENANT } from '@plimsoll/contracts/kernel/values/ids';
import { PlainError } from '../plain-error.ts';
import { withApplication, type OperatorContext } from '../organizations/list.ts';
import { nothingSold } from './nothing-sold.ts';

type Say = (line: string) => void;
const toConsole: Say = (line) => console.log(line);

const noInvoice = (invoice: string): PlainError => new PlainError(`There is no invoice ${invoice}`);

/** The organization of an invoice, whose number begins with the last digits of the organization's guid. */
async function organizationOf({ store }: Application, invoice: string): Promise<string> {
  const digits = /^([0-9a-f]{12})-[1-9][0-9]*$/.exec(invoice)?.[1];
  const found = (await store.heads()).find(
    ({ tenant }) => tenant !== INSTALLATION_TENANT && digits !== undefined && tenant.endsWith(digits),
  );
  if (!found) throw noInvoice(invoice);
  return found.tenant;
}

/**
 * Records that an invoice was paid by other means than a card.
 * @throws PlainError if it does not exist or is paid already.
 */
export const recordPaymentOf = (
  context: OperatorContext,
  invoice: string,
  reference: string,
  say: Say = toConsole,
): Promise<number> =>
  withApplication(context, async (application) => {
    const tenant = await organizationOf(application, invoice);
    const outcome = await application.commands.execute(
      new RecordPayment(systemEnvelope({ tenant, product: 'operator' }), invoice, reference),
    );
    if (!isExecuted(outcome))
      throw outcome.refused === 'BillingLineItemNotFound' ? noInvoice(invoice) : new PlainError('It is paid already');
    say(outcome.changed ? `${invoice} is paid by ${reference}` : 'It was so already');
    return 0;
  });

/**
 * Refunds an invoice in full or in part and prints the result.
 * @throws PlainError for more than was paid by card, and if the provider refuses.
 */
export const refundInvoiceOf = (
  context: OperatorContext,
  invoice: string,
  cents: number,
  reason: string,
  say: Say = toConsole,
): Promise<number> =>
  withApplication(context, async (application) => {
    if (!(await application.queries.execute(new ShowSales())))
      throw nothingSold(context.configuration?.paymentProvider);
    const tenant = await organizationOf(application, invoice);
    const envelope = systemEnvelope({ tenant, product: 'operator' });
    const refundGuid = envelope.newGuid();
    const asked = await application.commands.execute(
      new RefundInvoice(envelope, { invoice, cents, reason, refundGuid }),
    );
    if (!isExecuted(asked))
      throw asked.refused === 'BillingLineItemNotFound'
        ? new PlainError(`No card has paid an invoice ${invoice}`)
        : new PlainError(asked.fieldErrors?.[0]?.message ?? asked.refused);
    const settled = await application.commands.execute(
      new ResumeRefund(systemEnvelope({ tenant, product: 'operator' }), refundGuid),
    );
    if (!isExecuted(settled))
      throw new PlainError('The provider has not done it yet; the running product asks after it');
    const loaded = await application.store.load(tenant, wholeBilling(tenant).stream);
    const events = loaded.status === 'loaded' ? loaded.events : [];
    const last = events.findLast(
      ({ type, data }) =>
        (type === 'RefundCompleted' || type === 'RefundFailed') &&
        (data as { refundGuid: string }).refundGuid === refundGuid,
    );
    if (last?.type !== 'RefundCompleted')
      throw new PlainError(
        `The provider refused it: ${(last?.data as { code?: string } | undefined)?.code ?? 'unknown'}`,
      );
    const note = events.findLast(({ type }) => type === 'CreditNoteIssued')!.data as { number: string };
    say(`${cents} cents of ${invoice} are paid back: credit note ${note.number}`);
    return 0;
  });

/**
 * Compares the provider's records of a range of days with the log and prints each difference. Changes nothing.
 * @returns 1 if there are differences.
 */
export const reconcile = (context: OperatorContext, from: string, to: string, say: Say = toConsole): Promise<number> =>
  withApplication(context, async ({ commands, queries, store }) => {
    if (!(await queries.execute(new ShowSales()))) throw nothingSold(context.configuration?.paymentProvider);
    const lines: string[] = [];
    const tenants = (await store.heads())
      .map(({ tenant }) => tenant)
      .filter((tenant) => tenant !== INSTALLATION_TENANT);
    await commands.execute(
      new ReconcilePayments(systemEnvelope({ tenant: INSTALLATION_TENANT, product: 'operator' }), {
        from,
        to,
        tenants,
        print: (line) => void lines.push(line),
      }),
    );
    for (const line of lines) say(line);
    say(lines.length === 0 ? 'Both agree' : `${lines.length} ${lines.length === 1 ? 'difference' : 'differences'}`);
    return lines.length === 0 ? 0 : 1;
  });
