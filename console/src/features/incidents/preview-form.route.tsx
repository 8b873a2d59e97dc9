import { FormProvider, useForm } from 'react-hook-form';
import type { Form } from '@plimsoll/contracts/forms/form';
import { now } from '../../lib/clock.ts';
import { formsPaths } from '../../lib/forms-paths.ts';
import { KeptFormPage } from '../../lib/KeptFormPage.tsx';
import { useStarted } from '../../lib/startup.ts';
import { todayIn } from '../../lib/time.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Notice } from '../../ui/DraftForm.tsx';
import { emptyFields, type EventFields } from './form/event-fields.ts';
import { EventFormFields } from './form/EventFormFields.tsx';
import { useSituation } from './form/situation.ts';

export { loadKeptForm as loader } from '../../lib/kept-forms.ts';

/** A form as people meet it, to be filled in; nothing is sent. */
export const Component = () => (
  <KeptFormPage step="Preview" describes other={{ label: 'Edit', to: formsPaths.editForm, onlyWhereChanged: true }}>
    {(form) => <Filled key={form.revision} form={form} />}
  </KeptFormPage>
);

function Filled({ form }: { form: Form }) {
  const { organization } = useStarted();
  const situation = useSituation(form);
  const controls = useForm<EventFields>({
    defaultValues: emptyFields(situation, todayIn(organization.timeZone, now())),
  });
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
