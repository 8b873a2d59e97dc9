import { useState } from 'react';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { sendPublic } from '../../../lib/api/http.ts';
import { identityPaths } from '../paths.ts';
import { paths } from '../../../lib/url/paths.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { FormRefusal } from '../public/FormRefusal.tsx';
import { HullPage } from '../public/HullPage.tsx';
import { NEW_PASSWORD_RULE } from '../password-labels.ts';
import css from '../public/SignIn.module.css';
import { useTokenBehindHash } from '../public/token-behind-hash.ts';

/** Sets a new password with the link of a mail. */
export function Component() {
  const token = useTokenBehindHash();
  const [isDone, setIsDone] = useState(false);
  const form = useCommandForm(null, {
    start: { newPassword: '', repeated: '' },
    bodyOf: ({ newPassword }: { newPassword: string; repeated: string }) => ({ resetToken: token, newPassword }),
    check: ({ newPassword, repeated }) => [
      ...(newPassword ? [] : [{ field: 'newPassword', message: fieldTexts.passwordMissing }]),
      ...(newPassword === repeated ? [] : [{ field: 'repeated', message: fieldTexts.passwordsDiffer }]),
    ],
    focusesError: true,
    send: (body) => sendPublic('resetPassword', { body }),
    onDone: () => setIsDone(true),
  });
  if (isDone) {
    return (
      <HullPage title="Your password is set" lead="Everywhere else you are signed out. Sign in with the new one.">
        <ButtonLink variant="primary" size="l" full to={paths.signIn()}>
          Sign in
        </ButtonLink>
      </HullPage>
    );
  }
  if (
    !token ||
    (form.refusal instanceof ApiProblem &&
      ['PasswordResetRequestNotFound', 'IncorrectPasswordResetToken', 'MalformedToken'].includes(
        form.refusal.className,
      ))
  ) {
    return (
      <HullPage title="This link has ended" lead="It was used before, or it is older than 10 minutes.">
        <ButtonLink variant="primary" size="l" full to={identityPaths.forgotPassword()}>
          Ask for another link
        </ButtonLink>
      </HullPage>
    );
  }
  return (
    <HullPage
      title="Set a new password"
      lead={`${NEW_PASSWORD_RULE} Whoever is signed in to your account is signed out.`}
    >
      <form onSubmit={form.submit} noValidate>
        <FieldStack>
          <FormRefusal errors={form.errors} />
          <TextField
            label="New password"
            type="password"
            autoComplete="new-password"
            className={css.input}
            {...form.typed('newPassword')}
          />
          <TextField
            label="Repeat the new password"
            type="password"
            autoComplete="new-password"
            className={css.input}
            {...form.typed('repeated')}
          />
          <SubmitButton busy={form.busy} size="l" full className={css.send}>
            Set the new password
          </SubmitButton>
        </FieldStack>
      </form>
    </HullPage>
  );
}
