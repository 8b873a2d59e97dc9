import { useEffect, type FormEvent } from 'react';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { useCommandForm, type CommandForm } from '../../../lib/forms/command-form.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { signIn, type Challenge } from '../../../lib/session/session.ts';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { FormRefusal } from '../public/FormRefusal.tsx';
import { IdentifierField } from './IdentifierField.tsx';
import type { ProviderOfAddress } from '../provider-of-address.ts';
import css from '../public/SignIn.module.css';

const fetchSchema = async () => (await import('@plimsoll/contracts/identity/requests')).signInRequest;

interface Credentials {
  identifier: string;
  password: string;
}

const missing = { identifier: fieldTexts.emailMissing, password: fieldTexts.passwordMissing } as const;

/** Results of a password check other than a session. */
interface SignInOptions {
  provider: ProviderOfAddress;
  /** The account has a second factor. */
  onChallenge: (challenge: Challenge) => void;
  /** The password is correct, but the email address is not verified yet. */
  onPending?: ((emailAddress: string) => void) | undefined;
}

/** Sign-in form. Its schema loads after the page, which has to appear immediately. */
export function useSignInForm(
  identifier: string,
  onDone: () => void,
  { provider, onChallenge, onPending }: SignInOptions,
) {
  const form: CommandForm<Credentials> = useCommandForm(fetchSchema, {
    start: { identifier, password: '' },
    bodyOf: (fields: Credentials) => ({ identifier: fields.identifier.trim(), password: fields.password }),
    check: (fields) =>
      (['identifier', 'password'] as const).flatMap((field) =>
        fields[field] ? [] : [{ field, message: missing[field] }],
      ),
    focusesError: true,
    send: (body) =>
      signIn(body.identifier, body.password).catch((error: unknown) => {
        if (onPending && error instanceof ApiProblem && error.className === 'UserHasNoVerifiedEmailAddress')
          onPending(body.identifier);
        throw error;
      }),
    onRefused: () => form.controls.setFocus('password', { shouldSelect: true }),
    onDone: (challenge) => (challenge ? onChallenge(challenge) : onDone()),
  });
  /** If the user's organization has an identity provider, goes there instead of checking the password. */
  const sendOrLeave = async () => {
    const leadsTo = await provider.findProvider(form.controls.getValues('identifier'));
    if (leadsTo) provider.goTo(leadsTo);
    else form.submit();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    // Password managers can fill fields without firing an event.
    const data = new FormData(event.currentTarget);
    for (const field of ['identifier', 'password'] as const)
      form.controls.setValue(field, String(data.get(field) ?? ''));
    void sendOrLeave();
  };
  return { ...form, submit };
}

interface CredentialFieldsProps {
  provider: ProviderOfAddress;
  form: Pick<CommandForm<Credentials>, 'controls' | 'typed' | 'errors' | 'busy'>;
  /** Field that gets the focus. */
  autoFocus: 'identifier' | 'password';
  /** Fixed identifier of a user who has to sign in again. */
  identifier?: string | undefined;
}

/** Identifier and password in one form, so that password managers fill both. */
export function CredentialFields({ form, provider, autoFocus, identifier }: CredentialFieldsProps) {
  const { controls, typed, errors, busy } = form;
  const { onBlur, ...named } = typed('identifier');
  const first = identifier ? 'password' : autoFocus;
  useEffect(() => controls.setFocus(first), [controls, first]);
  return (
    <FieldStack>
      <FormRefusal errors={errors} />
      <IdentifierField
        readOnly={!!identifier}
        {...named}
        onBlur={(event) => {
          void onBlur(event);
          void provider.findProvider(event.target.value);
        }}
      />
      {provider.found ? (
        <p className={css.provider}>{provider.found.name} signs in through its own provider.</p>
      ) : (
        <TextField
          data-autofocus={identifier ? true : undefined}
          label="Password"
          type="password"
          autoComplete="current-password"
          className={css.input}
          {...typed('password')}
        />
      )}
      <SubmitButton busy={busy} size="l" full className={css.send}>
        {provider.found ? `Continue to ${provider.found.name}` : 'Sign in'}
      </SubmitButton>
    </FieldStack>
  );
}
