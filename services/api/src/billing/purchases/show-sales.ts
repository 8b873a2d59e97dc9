import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Catalogue } from '@plimsoll/contracts/billing/catalogue';
import { Sales } from './sales.ts';

/** Query for the current catalogue; null when nothing is sold. */
export class ShowSales extends Query<Catalogue | null> {}

@QueryHandler(ShowSales)
export class ShowSalesHandler implements IQueryHandler<ShowSales> {
  constructor(private readonly sales: Sales) {}

  execute(): Promise<Catalogue | null> {
    return Promise.resolve(this.sales.catalogue);
  }
}
