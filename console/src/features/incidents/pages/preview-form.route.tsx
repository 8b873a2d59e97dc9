import { FormProvider, useForm } from 'react-hook-form';
import type { Form } from '@plimsoll/contracts/forms/form';
import { now } from '../../../lib/session/clock.ts';
import { formsPaths } from '../../forms/paths.ts';
import { FormEditorPage } from '../../forms/public/FormEditorPage.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import { todayIn } from '../../../lib/format/time.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Notice } from '../../../ui/inputs/DraftForm.tsx';
import { emptyFields, type EventFields } from '../form/fields/event-fields.ts';
import { EventFormFields } from '../form/EventFormFields.tsx';
import { NextReviewer } from '../form/NextReviewer.tsx';
import { useSituation } from '../form/situation.ts';

export { loadFormDraft as loader } from '../../forms/public/form-drafts.ts';

/** Preview of a form that can be filled in; nothing is sent. */
export const Component = () => (
  <FormEditorPage step="Preview" describes other={{ label: 'Edit', to: formsPaths.editForm, onlyWhereChanged: true }}>
    {(form) => <FormPreview key={form.revision} form={form} />}
  </FormEditorPage>
);

function FormPreview({ form }: { form: Form }) {
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
        <EventFormFields
          situation={situation}
          next={<NextReviewer situation={situation} reviewers={[]} isChoosing={false} />}
        />
      </FormProvider>
    </>
  );
}
