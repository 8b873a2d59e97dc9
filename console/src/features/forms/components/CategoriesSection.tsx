import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { KeptForm } from '@plimsoll/contracts/forms/form';
import { categoryRequest } from '@plimsoll/contracts/forms/requests';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { refuseAtField } from '../../../lib/api/refusal.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button } from '../../../ui/inputs/Button.tsx';
import { CheckboxField } from '../../../ui/inputs/ChoiceField.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { categoriesQuery, createCategory, sortForm } from '../api.ts';

/** Categories of a form, by which lists of incidents can be filtered. */
export function CategoriesSection({ form }: { form: KeptForm }) {
  const { organization } = useStarted();
  const { data } = useQuery(categoriesQuery(organization.guid));
  const { send } = useCommand(sortForm);
  const [error, setError] = useState<unknown>(null);
  const [isDialogOpen, setDialogOpen] = useState(false);
  const put = (categoryGuid: string, isIn: boolean) => {
    setError(null);
    send({
      asked: {
        params: { categoryGuid, formGuid: form.formGuid },
        query: { organizationGuid: organization.guid },
        body: { organizationGuid: organization.guid, operation: isIn ? 'ADD' : 'REMOVE' },
      },
      key: newGuid(),
    }).catch(setError);
  };
  return (
    <Section
      title="Categories"
      action={
        <Button variant="quiet" size="s" onClick={() => setDialogOpen(true)}>
          New category…
        </Button>
      }
    >
      {error !== null && (
        <Banner tone="danger" live>
          {errorText(error)}
        </Banner>
      )}
      {data?.items.length === 0 && (
        <p>There are no categories yet. With them, lists of events are narrowed to several forms by one choice.</p>
      )}
      <FieldStack>
        {data?.items.map(({ categoryGuid, title }) => (
          <CheckboxField
            key={categoryGuid}
            label={title}
            checked={form.categoryGuids.includes(categoryGuid)}
            onChange={({ target }) => put(categoryGuid, target.checked)}
          />
        ))}
      </FieldStack>
      {isDialogOpen && <NewCategory onClose={() => setDialogOpen(false)} />}
    </Section>
  );
}

const besideTitle = refuseAtField('DuplicateGuid', 'title');

function NewCategory({ onClose }: { onClose: () => void }) {
  const { organization } = useStarted();
  const { send } = useCommand(createCategory);
  const form = useCommandForm(categoryRequest, {
    start: { title: '' },
    bodyOf: (fields) => fields,
    send: (body, key) =>
      send({ asked: { query: { organizationGuid: organization.guid }, body }, key }).catch(besideTitle),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      refused="The category was not made"
      title="New category"
      confirmLabel="Make category"
      onClose={onClose}
    >
      <TextField label="Title" autoComplete="off" maxLength={200} {...form.typed('title')} />
    </FormDialog>
  );
}
