import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import type { User } from '@plimsoll/contracts/identity/user';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { namedByLabels } from '../../../lib/forms/named-errors.ts';
import { refuseAtField } from '../../../lib/api/refusal.ts';
import { Button } from '../../../ui/inputs/Button.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { FormDialog } from '../../../ui/inputs/FormDialog.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { Section } from '../../../ui/layout/Section.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { changePassword } from '../api.ts';
import { NEW_PASSWORD_RULE } from '../password-labels.ts';
import { DISABLED_BY_ORGANIZATION } from './labels.ts';

/** Password of an account. Changing it requires the current one. */
export function PasswordSection({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false);
  const may = user.userPermissions.managePassword;
  return (
    <Section title="Password">
      <RowList label="Password">
        <Row
          icon={IconLock}
          title={may ? 'Changing it signs you out everywhere else.' : DISABLED_BY_ORGANIZATION}
          actions={may && <Button onClick={() => setOpen(true)}>Change password…</Button>}
        />
      </RowList>
      {isOpen && <PasswordDialog user={user} onClose={() => setOpen(false)} />}
    </Section>
  );
}

const labels = { currentPassword: 'Current password', newPassword: 'New password', repeated: 'New password once more' };

/** Passwords are never stored as a draft. */
function PasswordDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const { send } = useCommand(changePassword);
  const form = useCommandForm(null, {
    start: { currentPassword: '', newPassword: '', repeated: '' },
    bodyOf: ({ currentPassword, newPassword }: { currentPassword: string; newPassword: string; repeated: string }) => ({
      currentPassword,
      newPassword,
    }),
    check: ({ currentPassword, newPassword, repeated }) => [
      ...(currentPassword ? [] : [{ field: 'currentPassword', message: fieldTexts.passwordMissing }]),
      ...(newPassword ? [] : [{ field: 'newPassword', message: fieldTexts.passwordMissing }]),
      ...(newPassword === repeated ? [] : [{ field: 'repeated', message: fieldTexts.passwordsDiffer }]),
    ],
    send: (body, key) =>
      send({ asked: { params: { userGuid: user.guid }, body }, key }).catch(
        refuseAtField('IncorrectPassword', 'currentPassword'),
      ),
    onDone: () => {
      showAlert({
        type: 'success',
        title: 'Your password was changed',
        subtitle: 'You are signed out everywhere else.',
      });
      onClose();
    },
  });
  return (
    <FormDialog
      form={{ ...form, errors: namedByLabels(form.errors, labels) }}
      refused="Your password was not changed"
      title="Change password"
      onClose={onClose}
    >
      <FieldStack>
        {/* Password managers store the new password under this name. */}
        <input type="text" name="username" autoComplete="username" value={user.primaryEmailAddress} readOnly hidden />
        <TextField
          label={labels.currentPassword}
          type="password"
          autoComplete="current-password"
          {...form.typed('currentPassword')}
        />
        <TextField
          label={labels.newPassword}
          type="password"
          autoComplete="new-password"
          hint={NEW_PASSWORD_RULE}
          {...form.typed('newPassword')}
        />
        <TextField label={labels.repeated} type="password" autoComplete="new-password" {...form.typed('repeated')} />
      </FieldStack>
    </FormDialog>
  );
}
