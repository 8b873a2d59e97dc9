import { Controller } from '@nestjs/common';
import { builtInForms } from '@plimsoll/contracts/forms/built-in-forms';
import type { Form, FormSummary } from '@plimsoll/contracts/forms/form';
import { throwRefusal } from '../http/problem-of.ts';
import { Path, Search } from '../http/request-parts.ts';
import { RouteOf, type AnswerOf, type PathOf, type QueryOf } from '../http/route-of.ts';

const newestFirst = builtInForms.toSorted((one, other) => other.version - one.version);
const offered = newestFirst
  .filter((form, index) => newestFirst.findIndex(({ formGuid }) => formGuid === form.formGuid) === index && form.state === 'PUBLISHED')
  .sort((one, other) => one.name.localeCompare(other.name, 'en', { sensitivity: 'base' }));

const summaryOf = ({ groups: _, ...summary }: Form): FormSummary => summary;

/** The forms that every organization begins with; its own ones come with the form editor. */
@Controller()
export class FormsController {
  @RouteOf('listForms')
  list(): AnswerOf<'listForms'> {
    return { items: offered.map(summaryOf), totalCount: offered.length };
  }

  @RouteOf('getForm')
  get(@Path() { guid }: PathOf<'getForm'>, @Search() { version }: QueryOf<'getForm'>): AnswerOf<'getForm'> {
    const wanted = guid.toLowerCase();
    return newestFirst.find((form) => form.formGuid === wanted && (version === undefined || form.version === version)) ?? throwRefusal('FormNotFound');
  }
}
