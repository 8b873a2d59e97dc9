import { useEffect, type FormEvent } from 'react';
import { fieldTexts } from '@plimsoll/contracts/field-texts';
import { useCommandForm, type CommandForm } from '../../lib/command-form.ts';
import { ApiProblem } from '../../lib/problem.ts';
import { signIn } from '../../lib/session.ts';
import { FieldStack } from '../../ui/FormField.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormRefusal } from './FormRefusal.tsx';
import { IdentifierField } from './IdentifierField.tsx';
import css from './SignIn.module.css';

interface Credentials {
  identifier: string;
  password: string;
}

const missing = { identifier: fieldTexts.emailMissing, password: fieldTexts.passwordMissing } as const;

/**
 * The form that signs in. Its schema comes after the page, which has to be there at once.
 * @param onPending whoever is right, and has not verified their address yet.
 */
export function useSignInForm(identifier: string, onDone: () => void, onPending?: (emailAddress: string) => void) {
  const form: CommandForm<Credentials> = useCommandForm(async () => (await import('@plimsoll/contracts/identity/requests')).signInRequest, {
    start: { identifier, password: '' },
    bodyOf: (fields: Credentials) => ({ identifier: fields.identifier.trim(), password: fields.password }),
    check: (fields) => (['identifier', 'password'] as const).flatMap((field) => (fields[field] ? [] : [{ field, message: missing[field] }])),
    focusesFault: true,
    send: (body) =>
      signIn(body.identifier, body.password).catch((fault: unknown) => {
        if (onPending && fault instanceof ApiProblem && fault.className === 'UserHasNoVerifiedEmailAddress') onPending(body.identifier);
        throw fault;
      }),
    onRefused: () => form.controls.setFocus('password', { shouldSelect: true }),
    onDone,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    // A password manager may fill fields without telling anybody.
    const data = new FormData(event.currentTarget);
    for (const field of ['identifier', 'password'] as const) form.controls.setValue(field, String(data.get(field) ?? ''));
    form.submit();
  };
  return { ...form, submit };
}

interface CredentialFieldsProps {
  form: Pick<CommandForm<Credentials>, 'controls' | 'typed' | 'faults' | 'busy'>;
  autoFocus?: boolean;
  /** Who has to sign in again; it cannot be changed then. */
  identifier?: string;
}

/** Identifier, password and the button; password managers fill both at once. */
export function CredentialFields({ form, autoFocus, identifier }: CredentialFieldsProps) {
  const { controls, typed, faults, busy } = form;
  const first = identifier ? 'password' : 'identifier';
  useEffect(() => {
    if (autoFocus) controls.setFocus(first);
  }, [autoFocus, controls, first]);
  return (
    <FieldStack>
      <FormRefusal faults={faults} />
      <IdentifierField readOnly={!!identifier} {...typed('identifier')} />
      <TextField
        data-autofocus={identifier ? true : undefined}
        label="Password"
        type="password"
        autoComplete="current-password"
        className={css.input}
        {...typed('password')}
      />
      <SubmitButton busy={busy} size="l" full className={css.send}>
        Sign in
      </SubmitButton>
    </FieldStack>
  );
}
