import { IconTrashX } from '@tabler/icons-react';
import type { Attachment } from '@plimsoll/contracts/attachments/answers';
import { changeAttachmentRequest, eraseAttachmentRequest } from '@plimsoll/contracts/attachments/requests';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useChosen, useCommandForm } from '../../../lib/forms/command-form.ts';
import { DialogDraft, useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { refuseAtField } from '../../../lib/api/refusal.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { ChoicesField } from '../../../ui/inputs/ChoiceField.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { TextArea, TextField } from '../../../ui/inputs/TextField.tsx';
import { addressedTo, useFileCommand, type FileAddress } from '../api.ts';
import type { Holder } from '../holder.ts';
import { PictureDialog } from './PictureDialog.tsx';

/** Dialogs that can be opened for a file. */
export type FileDialogKind = 'open' | 'rename' | 'people' | 'erase';

interface FileDialogProps {
  file: Attachment;
  holder: Holder;
  onAsk: (what: FileDialogKind) => void;
  onClose: () => void;
}

interface DialogProps extends FileDialogProps {
  address: FileAddress;
}

export function FileDialog({ what, ...props }: FileDialogProps & { what: FileDialogKind }) {
  const { organization } = useStarted();
  const address = {
    organizationGuid: organization.guid,
    owner: props.holder,
    attachmentGuid: props.file.attachmentGuid,
  };
  switch (what) {
    case 'open':
      return <PictureDialog {...props} address={address} onRename={() => props.onAsk('rename')} />;
    case 'rename':
      return <RenameDialog {...props} address={address} />;
    case 'people':
      return <PeopleDialog {...props} address={address} />;
    case 'erase':
      return (
        <DialogDraft name={`erase-file:${props.file.attachmentGuid}`}>
          <EraseDialog {...props} address={address} />
        </DialogDraft>
      );
  }
}

const besideName = refuseAtField('DuplicateAttachmentName', 'name');

function RenameDialog({ file, address, onClose }: DialogProps) {
  const { send } = useFileCommand('change', address.owner);
  const form = useDialogForm(changeAttachmentRequest, {
    start: { name: file.name },
    bodyOf: ({ name }) => ({ name: name.trim() }),
    check: ({ name }) => (name.trim() ? [] : [{ field: 'name', message: fieldTexts.missing }]),
    send: (body, key) => send({ asked: { ...addressedTo(address), body }, key }).catch(besideName),
    onDone: () => {
      showAlert({ type: 'success', title: `${file.name} was renamed` });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      refused={`${file.name} was not renamed`}
      title={`Rename ${file.name}`}
      confirmLabel="Rename file"
      onClose={onClose}
    >
      <TextField
        label="Name"
        hint="It keeps its ending."
        autoComplete="off"
        spellCheck={false}
        {...form.typed('name')}
      />
    </FormDialog>
  );
}

function PeopleDialog({ file, holder: { people }, address, onClose }: DialogProps) {
  const { send } = useFileCommand('change', address.owner);
  const form = useCommandForm(changeAttachmentRequest, {
    start: { personGuids: file.personGuids },
    bodyOf: ({ personGuids }) => ({ personGuids }),
    send: (body, key) => send({ asked: { ...addressedTo(address), body }, key }),
    onDone: () => {
      showAlert({ type: 'success', title: `It was noted whom ${file.name} shows` });
      onClose();
    },
  });
  const { value, onChange, ...field } = useChosen(form, 'personGuids');
  return (
    <FormDialog
      form={form}
      refused={`It was not noted whom ${file.name} shows`}
      title={`Say whom ${file.name} shows`}
      text="Of the people whom the event names."
      confirmLabel="Save"
      onClose={onClose}
    >
      <ChoicesField
        label="Whom it shows"
        options={people.map(({ guid, name }) => ({ value: guid, label: name }))}
        value={value}
        onChange={onChange}
        {...field}
      />
    </FormDialog>
  );
}

/** Erases a file. The log keeps its kind, size and hash. */
function EraseDialog({ file, address, onClose }: DialogProps) {
  const { send } = useFileCommand('erase', address.owner);
  const form = useDialogForm(eraseAttachmentRequest, {
    start: { reason: '' },
    bodyOf: ({ reason }) => ({ reason: reason.trim() }),
    check: ({ reason }) => (reason.trim() ? [] : [{ field: 'reason', message: fieldTexts.reasonMissing }]),
    send: (body, key) => send({ asked: { ...addressedTo(address), body }, key }),
    onDone: () => {
      showAlert({ type: 'success', title: `${file.name} was erased` });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      refused={`${file.name} was not erased`}
      title={`Erase ${file.name} for good`}
      text="Nobody is shown it any more. It is destroyed once the delay of this installation is over; the history keeps its kind, its size and its hash."
      confirmLabel="Erase file"
      danger
      icon={<IconTrashX size={20} aria-hidden />}
      onClose={onClose}
    >
      <TextArea label="Reason" {...form.typed('reason')} />
    </FormDialog>
  );
}
