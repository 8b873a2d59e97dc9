import { Link } from 'react-router';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import type { CommandForm } from '../../../lib/forms/command-form.ts';
import { CheckboxField } from '../../../ui/inputs/ChoiceField.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { identityPaths } from '../paths.ts';
import { FormRefusal } from '../public/FormRefusal.tsx';
import css from '../public/SignIn.module.css';

export interface SignUpForm {
  name: string;
  emailAddress: string;
  password: string;
  agrees: boolean;
}

const blank = {
  name: fieldTexts.nameMissing,
  emailAddress: fieldTexts.emailMissing,
  password: fieldTexts.passwordMissing,
} as const;

/** Errors found before the form is sent, in the order of the page. */
export const signUpErrors = (fields: SignUpForm) => [
  ...(['name', 'emailAddress', 'password'] as const).flatMap((field) =>
    fields[field].trim() ? [] : [{ field, message: blank[field] }],
  ),
  ...(fields.agrees
    ? []
    : [{ field: 'agrees', message: 'You must agree to the terms and conditions and privacy policy' }]),
];

interface SignUpFieldsProps {
  form: CommandForm<SignUpForm>;
  /** Whether the address is given and cannot be changed. */
  isAddressFixed?: boolean;
  send: string;
}

/** Form that creates an account. */
export function SignUpFields({ form, isAddressFixed, send }: SignUpFieldsProps) {
  return (
    <form onSubmit={form.submit} noValidate>
      <FieldStack>
        <FormRefusal errors={form.errors} />
        <TextField label="Full Name" autoComplete="name" className={css.input} {...form.typed('name')} />
        <TextField
          label="Email Address"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={isAddressFixed}
          className={css.input}
          {...form.typed('emailAddress')}
        />
        <TextField
          label="Choose a Password (min. 8 characters)"
          type="password"
          autoComplete="new-password"
          className={css.input}
          {...form.typed('password')}
        />
        <CheckboxField
          label={<span>I agree to the Terms of Service and the Privacy Policy.</span>}
          hint={
            <>
              Read the{' '}
              <Link to={identityPaths.terms()} target="_blank" className={css.legal}>
                Terms of Service
              </Link>{' '}
              and the{' '}
              <Link to={identityPaths.privacy()} target="_blank" className={css.legal}>
                Privacy Policy
              </Link>
              .
            </>
          }
          {...form.controls.register('agrees')}
          error={form.errorOf('agrees')}
        />
        <SubmitButton busy={form.busy} size="l" full className={css.send}>
          {send}
        </SubmitButton>
      </FieldStack>
    </form>
  );
}
