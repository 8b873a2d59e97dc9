import { Controller, Inject } from '@nestjs/common';
import type { FormCatalogue } from '@plimsoll/contracts/forms/form-catalogue';
import type { Form, FormSummary } from '@plimsoll/contracts/forms/form';
import { FORM_CATALOGUE } from '@plimsoll/projections/form-catalogue-token';
import { throwRefusal } from '../http/problem-of.ts';
import { CurrentTenant, Path, Search } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type PathOf, type QueryOf } from '../http/route-of.ts';

const summaryOf = ({ groups: _, ...summary }: Form): FormSummary => summary;

/** The forms of an organization's catalogue. */
@Controller()
export class FormsController {
  constructor(@Inject(FORM_CATALOGUE) private readonly forms: FormCatalogue) {}

  @RouteOf('listForms')
  async list(@CurrentTenant() tenant: string): Promise<AnswerOf<'listForms'>> {
    const offered = await this.forms.offered(tenant);
    return { items: offered.map(summaryOf), totalCount: offered.length };
  }

  @RouteOf('getForm')
  async get(@CurrentTenant() tenant: string, @Path() { guid }: PathOf<'getForm'>, @Search() { version }: QueryOf<'getForm'>): Promise<AnswerOf<'getForm'>> {
    return (await this.forms.find(tenant, guid, version)) ?? throwRefusal('FormNotFound');
  }
}
