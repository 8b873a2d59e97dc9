import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { BillingState } from '@plimsoll/contracts/billing/billing-state';
import { ReadModelReader } from '../../platform/read-model-reader.ts';
import { subscriptionTable } from './project.ts';

/** Finds an organization's billing state; null before billing was opened. */
export class FindBilling extends Query<BillingState | null> {
  constructor(readonly tenant: string) {
    super();
  }
}

/** Answers `FindBilling`. */
@QueryHandler(FindBilling)
export class FindBillingHandler implements IQueryHandler<FindBilling> {
  constructor(private readonly reader: ReadModelReader) {}

  async execute({ tenant }: FindBilling): Promise<BillingState | null> {
    const [row] = await this.reader.ask<{ billing: BillingState }>(tenant, {
      name: 'billing',
      text: `select billing from ${subscriptionTable} where tenant = $1`,
      values: [tenant],
    });
    return row?.billing ?? null;
  }
}
