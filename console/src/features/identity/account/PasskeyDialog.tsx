import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { useCommand } from '../../../lib/api/command.ts';
import { useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { newGuid } from '../../../lib/format/ids.ts';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { showAlert } from '../../../lib/format/alerts.ts';
import { addPasskey, beginPasskey } from '../api.ts';
import { makePasskey } from '../passkeys.ts';

/**
 * Names a passkey and creates it in the browser. Each attempt is a new command, because the browser's response can be
 * used only once.
 */
export function PasskeyDialog({
  userGuid,
  onAdded,
  onClose,
}: {
  userGuid: string;
  onAdded: (recoveryCodes: readonly string[] | null) => void;
  onClose: () => void;
}) {
  const begin = useCommand(beginPasskey);
  const add = useCommand(addPasskey);
  const params = { userGuid };
  const form = useDialogForm(null, {
    start: { name: '' },
    bodyOf: ({ name }) => name.trim(),
    check: ({ name }) => (name.trim() ? [] : [{ field: 'name', message: fieldTexts.missing }]),
    send: async (name) => {
      const options = await begin.send({ asked: { params }, key: newGuid() });
      const response = await makePasskey(options);
      return add.send({ asked: { params, body: { name, response } }, key: newGuid() });
    },
    onDone: ({ name, recoveryCodes }) => {
      showAlert({ type: 'success', title: `The passkey ${name} was added` });
      onAdded(recoveryCodes);
    },
  });
  return (
    <FormDialog
      form={form}
      refused="No passkey was added"
      title="Add a passkey"
      text="The browser then asks for your fingerprint, face, screen lock or security key."
      confirmLabel="Go on in the browser"
      onClose={onClose}
    >
      <TextField
        label="Name of the passkey"
        hint="Where it is kept, such as “Work laptop”."
        autoComplete="off"
        maxLength={200}
        {...form.typed('name')}
      />
    </FormDialog>
  );
}
