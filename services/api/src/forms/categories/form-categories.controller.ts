import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ListFormCategories } from '@plimsoll/projections/forms/form-list/query';
import { CurrentTenant } from '../../http/request-parts.ts';
import { RouteOf, type AnswerOf } from '../../http/route-of.ts';

/** Routes for form categories. */
@Controller()
export class FormCategoriesController {
  constructor(private readonly queries: QueryBus) {}

  @RouteOf('listFormCategories')
  async list(@CurrentTenant() tenant: string): Promise<AnswerOf<'listFormCategories'>> {
    const items = await this.queries.execute(new ListFormCategories(tenant));
    return { items: [...items], totalCount: items.length };
  }
}
