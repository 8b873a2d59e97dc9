import { useQuery } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { useParams } from 'react-router';
import type { Form } from '@plimsoll/contracts/forms/form';
import { formsPaths } from '../../lib/forms-paths.ts';
import { keptFormQuery } from '../../lib/kept-forms.ts';
import { prefetching } from '../../lib/loader.ts';
import { useStarted } from '../../lib/startup.ts';
import { now } from '../../lib/clock.ts';
import { todayIn } from '../../lib/time.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Notice } from '../../ui/DraftForm.tsx';
import { ButtonLink } from '../../ui/Button.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { emptyFields, type EventFields } from './form/event-fields.ts';
import { EventFormFields } from './form/EventFormFields.tsx';
import { useSituation } from './form/situation.ts';

export const loader = prefetching(({ organization, permissions }, { params }) => (permissions.has('CREATE_AND_MANAGE_EVENT_FORMS') ? [keptFormQuery(organization.guid, params.formGuid!)] : []));

/** A form as people meet it, to be filled in; nothing is sent. */
export function Component() {
  const { organization } = useStarted();
  const { formGuid } = useParams();
  const query = useQuery(keptFormQuery(organization.guid, formGuid!));
  const name = query.data?.name ?? 'Form';
  return (
    <>
      <PageHeader
        crumbs={[{ label: 'Forms', to: formsPaths.forms() }, { label: name, to: formsPaths.form(formGuid!) }, { label: 'Preview' }]}
        title={name}
        meta={query.data?.description}
        actions={query.data?.allowedCommands.includes('change') && <ButtonLink to={formsPaths.editForm(formGuid!)}>Edit</ButtonLink>}
      />
      <QueryView query={query} home={formsPaths.forms()}>
        {(form) => <Filled key={form.revision} form={form} />}
      </QueryView>
    </>
  );
}

function Filled({ form }: { form: Form }) {
  const { organization } = useStarted();
  const situation = useSituation(form);
  const controls = useForm<EventFields>({ defaultValues: emptyFields(situation, todayIn(organization.timeZone, now())) });
  return (
    <>
      <Notice>
        <Banner>This is a preview of what is worked on: fill it in as you like, nothing is sent.</Banner>
      </Notice>
      <FormProvider {...controls}>
        <EventFormFields situation={situation} isReport />
      </FormProvider>
    </>
  );
}
