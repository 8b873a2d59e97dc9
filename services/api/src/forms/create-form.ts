import { QueryBus } from '@nestjs/cqrs';
import { ListForms } from '@plimsoll/projections/forms/form-list/query';
import { defineCommand } from '../commands/define-command.ts';
import { LimitedRecords, placesUnder, type RecordLimit } from '../commands/limited-records.ts';
import { formDecider } from './form.ts';
import { type NewForm, createForm } from './create-form.rule.ts';

const formLimit: RecordLimit = { kind: 'form', types: ['FormCreated'] };
export const formPlaces = placesUnder(formLimit);

export const CreateForm = defineCommand({
  name: 'CreateForm',
  needs: [LimitedRecords, QueryBus],
  handle: (limited, queries) => (store, envelope, guid: string, form: NewForm) => {
    const { tenant, newGuid } = envelope;
    return limited.execute(store, envelope, {
      own: formDecider.of(guid),
      limit: formLimit.kind,
      readModels: ['change-log', 'form-list'],
      newest: () => limited.newestOf(tenant, formLimit),
      count: async () => (await queries.execute(new ListForms(tenant))).filter(({ isBuiltIn }) => !isBuiltIn).length,
      decide: (stored, existing) => createForm(guid, form, existing, stored, newGuid),
    });
  },
});
