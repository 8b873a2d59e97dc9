import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { invoiceTable, type InvoiceRow } from './project.ts';

/** An invoice with the refunded amount. */
export type FoundInvoice = InvoiceRow & { readonly refunded: number };

/** A page of invoices. */
export interface InvoicePage {
  readonly rows: readonly FoundInvoice[];
  readonly totalCount: number;
}

/** Lists an organization's invoices, newest first. */
export class ListInvoices extends Query<InvoicePage> {
  constructor(
    readonly tenant: string,
    readonly limit: number,
    readonly offset: number,
  ) {
    super();
  }
}

/** Finds an invoice; null if there is none. */
export class FindInvoice extends Query<FoundInvoice | null> {
  constructor(
    readonly tenant: string,
    readonly invoiceGuid: string,
  ) {
    super();
  }
}

const REFUNDED = `(select coalesce(sum((n.content ->> 'total')::int), 0)::int from ${invoiceTable} n where n.tenant = i.tenant and n.of_invoice_guid = i.invoice_guid) as refunded`;

/** Answers `ListInvoices`. */
@QueryHandler(ListInvoices)
export class ListInvoicesHandler implements IQueryHandler<ListInvoices> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, limit, offset }: ListInvoices): Promise<InvoicePage> {
    const [rows, [counted]] = await Promise.all([
      this.reader.ask<FoundInvoice>(tenant, {
        name: 'invoices',
        text: `select i.*, ${REFUNDED} from ${invoiceTable} i where tenant = $1 order by revision desc limit $2 offset $3`,
        values: [tenant, limit, offset],
      }),
      this.reader.ask<{ count: number }>(tenant, {
        name: 'count of invoices',
        text: `select count(*)::int as count from ${invoiceTable} where tenant = $1`,
        values: [tenant],
      }),
    ]);
    return { rows, totalCount: counted?.count ?? 0 };
  }
}

/** Answers `FindInvoice`. */
@QueryHandler(FindInvoice)
export class FindInvoiceHandler implements IQueryHandler<FindInvoice> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant, invoiceGuid }: FindInvoice): Promise<FoundInvoice | null> {
    const [row] = await this.reader.ask<FoundInvoice>(tenant, {
      name: 'invoice',
      text: `select i.*, ${REFUNDED} from ${invoiceTable} i where tenant = $1 and invoice_guid = $2`,
      values: [tenant, invoiceGuid],
    });
    return row ?? null;
  }
}
