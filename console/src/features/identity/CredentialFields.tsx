import { useEffect, useRef } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { FieldStack } from '../../ui/FormField.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import css from './SignIn.module.css';

export interface CredentialFaults {
  identifier?: string;
  password?: string;
  /** What the server said. */
  form?: string;
}

/** What stands in the form; without it, what is missing, in the catalogue's words. */
export function readCredentials(form: HTMLFormElement): { credentials: { identifier: string; password: string } | null; missing: CredentialFaults } {
  const data = new FormData(form);
  const identifier = String(data.get('identifier') ?? '').trim();
  const password = String(data.get('password') ?? '');
  const missing: CredentialFaults = {
    ...(!identifier && { identifier: "Email address can't be blank" }),
    ...(!password && { password: "Password can't be blank" }),
  };
  return { credentials: identifier && password ? { identifier, password } : null, missing };
}

interface CredentialFieldsProps {
  faults: CredentialFaults;
  busy: boolean;
  autoFocus?: boolean;
  /** Who has to sign in again; it cannot be changed then. */
  identifier?: string;
}

/** Identifier, password and the button; password managers fill both at once. */
export function CredentialFields({ faults, busy, autoFocus, identifier }: CredentialFieldsProps) {
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) first.current?.focus();
  }, [autoFocus]);
  return (
    <FieldStack>
      <div role="alert" className={css.fault}>
        {faults.form && <Banner tone="danger">{faults.form}</Banner>}
      </div>
      <TextField
        ref={identifier ? undefined : first}
        label="Email address or username"
        name="identifier"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        className={css.input}
        defaultValue={identifier}
        readOnly={!!identifier}
        error={faults.identifier}
      />
      <TextField
        ref={identifier ? first : undefined}
        data-autofocus={identifier ? true : undefined}
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        className={css.input}
        error={faults.password}
      />
      <SubmitButton busy={busy} size="l" full className={css.send}>
        Sign in
      </SubmitButton>
    </FieldStack>
  );
}
