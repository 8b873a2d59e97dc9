import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { updateUserRequest, type User } from '@plimsoll/contracts/identity/user';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useDialogForm } from '../../../lib/forms/dialog-draft.tsx';
import { ID_RULE } from '../../../lib/format/id-labels.ts';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { updateUser, useRefreshAppBar } from '../api.ts';

interface NameDialogProps {
  user: User;
  onClose: () => void;
}

export function NameDialog({ user, onClose }: NameDialogProps) {
  const { send } = useCommand(updateUser);
  const refreshAppBar = useRefreshAppBar();
  const form = useDialogForm(updateUserRequest, {
    start: { name: user.name },
    bodyOf: ({ name }) => ({ name }),
    check: ({ name }) => (name.trim() ? [] : [{ field: 'name', message: fieldTexts.nameMissing }]),
    send: (body, key) => send({ asked: { params: { identifier: user.guid }, body }, key }),
    onDone: ({ name }) => {
      showAlert({ type: 'success', title: `Your name is ${name} now` });
      refreshAppBar();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      refused="Your name was not changed"
      title="Change your name"
      text="Events that you reported before keep the name that they were written with."
      confirmLabel="Change name"
      onClose={onClose}
    >
      <TextField label="Full Name" autoComplete="name" {...form.typed('name')} />
    </FormDialog>
  );
}

export function UsernameDialog({ user, onClose }: NameDialogProps) {
  const { send } = useCommand(updateUser);
  const form = useDialogForm(updateUserRequest, {
    start: { username: user.username ?? '' },
    bodyOf: ({ username }) => ({ username: username.trim() }),
    check: ({ username }) => (username.trim() ? [] : [{ field: 'username', message: fieldTexts.usernameMissing }]),
    send: (body, key) => send({ asked: { params: { identifier: user.guid }, body }, key }),
    onDone: ({ username }) => {
      showAlert({ type: 'success', title: `Your username is ${username} now` });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      refused="Your username was not changed"
      title={user.username ? 'Change your username' : 'Choose a username'}
      text={user.username ? 'From then on the former one opens nothing, and somebody else may choose it.' : undefined}
      confirmLabel={user.username ? 'Change username' : 'Choose username'}
      onClose={onClose}
    >
      <TextField
        label="Username"
        hint={ID_RULE}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        {...form.typed('username')}
      />
    </FormDialog>
  );
}
