import type { Invoice } from '@plimsoll/contracts/billing/answers';
import { invoiceDocument } from '../billing/invoices/invoice-document.ts';
import { incidentDocument, type DocumentFacts } from '../incidents/incident-document.ts';
import { moveOutput } from '../platform/jobs/move-output.ts';
import { pdfOf } from './pdf.ts';

// Runs in threads: draws documents.

const moved = (pdf: Buffer): Uint8Array => {
  const bytes = new Uint8Array(pdf);
  return moveOutput(bytes, [bytes.buffer]);
};

export const drawIncident = async (facts: DocumentFacts): Promise<Uint8Array> =>
  moved(await pdfOf(incidentDocument(facts)));

export const drawInvoice = async ({
  invoice,
  organizationName,
}: {
  readonly invoice: Invoice;
  readonly organizationName: string;
}): Promise<Uint8Array> => moved(await pdfOf(invoiceDocument(invoice, organizationName)));
