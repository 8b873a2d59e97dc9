import { createFormRequest } from '@plimsoll/contracts/forms/requests';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { DialogDraft, useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { useStarted } from '../../../lib/session/startup.ts';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { TextArea, TextField } from '../../../ui/inputs/TextField.tsx';
import { createForm } from '../api.ts';

interface NewFormDialogProps {
  /** Form to copy; without it the new form is empty. */
  original?: { formGuid: string; name: string; description: string };
  onDone: (formGuid: string) => void;
  onClose: () => void;
}

/** Creates a form, empty or as a copy. */
export const NewFormDialog = (props: NewFormDialogProps) => (
  <DialogDraft name={props.original ? `copy-form:${props.original.formGuid}` : 'new-form'}>
    <NewForm {...props} />
  </DialogDraft>
);

function NewForm({ original, onDone, onClose }: NewFormDialogProps) {
  const { organization } = useStarted();
  const { send } = useCommand(createForm);
  const form = useDialogForm(createFormRequest, {
    start: { name: original ? `${original.name} (copy)` : '', description: original?.description ?? '' },
    bodyOf: ({ name, description }) => ({
      organizationGuid: organization.guid,
      name,
      description,
      ...(original && { copyOf: original.formGuid }),
    }),
    send: (body, key) => send({ asked: { query: { organizationGuid: organization.guid }, body }, key }),
    onDone: ({ formGuid }) => {
      showAlert({ type: 'success', title: 'The form was begun as a draft' });
      onDone(formGuid);
    },
  });
  return (
    <FormDialog
      form={form}
      refused="The form was not begun"
      title={original ? `Copy ${original.name}` : 'New form'}
      confirmLabel={original ? 'Make the copy' : 'Begin form'}
      onClose={onClose}
    >
      <FieldStack>
        <TextField label="Name" autoComplete="off" maxLength={200} {...form.typed('name')} />
        <TextArea
          label="Description"
          hint="Stands below the name where people choose a form."
          optional
          rows={2}
          autoComplete="off"
          {...form.typed('description')}
        />
      </FieldStack>
    </FormDialog>
  );
}
