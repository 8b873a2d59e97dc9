import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { fieldTexts } from '@plimsoll/contracts/field-texts';
import { useCommandForm } from '../../lib/command-form.ts';
import { sendOpenly } from '../../lib/http.ts';
import { paths } from '../../lib/paths.ts';
import { CheckboxField } from '../../ui/ChoiceField.tsx';
import { FieldStack } from '../../ui/FormField.tsx';
import { SubmitButton } from '../../ui/SubmitButton.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { FormRefusal } from './FormRefusal.tsx';
import { HullPage } from './HullPage.tsx';
import css from './SignIn.module.css';
import { partnerOf, trackingCodesOf } from './tracking-codes.ts';

const blank = { name: fieldTexts.nameMissing, emailAddress: fieldTexts.emailMissing, password: fieldTexts.passwordMissing } as const;

/** Makes an account; the address that it is made with says in which currency, and through which partner. */
export function Component() {
  const { currencyCode, channelPartner } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const utmCodes = trackingCodesOf(search);
  const form = useCommandForm(async () => (await import('@plimsoll/contracts/identity/requests')).signUpRequest, {
    start: { name: '', emailAddress: '', password: '', agrees: false },
    bodyOf: ({ name, emailAddress, password }) => ({ name, emailAddress, password, currencyCode: currencyCode?.slice(0, 20), channelPartner: partnerOf(channelPartner), utmCodes }),
    check: (fields) => [
      ...(['name', 'emailAddress', 'password'] as const).flatMap((field) => (fields[field].trim() ? [] : [{ field, message: blank[field] }])),
      ...(fields.agrees ? [] : [{ field: 'agrees', message: 'You must agree to the terms and conditions and privacy policy' }]),
    ],
    focusesFault: true,
    send: (body) => sendOpenly('signUp', { body }),
    onDone: ({ emailAddress }) => void navigate(paths.checkMail(), { state: { emailAddress, utmCodes } }),
  });
  return (
    <HullPage title="Create an account" lead="Use your work email address.">
      <form onSubmit={form.submit} noValidate>
        <FieldStack>
          <FormRefusal faults={form.faults} />
          <TextField label="Full Name" autoComplete="name" className={css.input} {...form.typed('name')} />
          <TextField label="Email Address" type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} className={css.input} {...form.typed('emailAddress')} />
          <TextField label="Choose a Password (min. 8 characters)" type="password" autoComplete="new-password" className={css.input} {...form.typed('password')} />
          <CheckboxField label="I agree to the Terms of Service and the Privacy Policy." {...form.controls.register('agrees')} error={form.errorOf('agrees')} />
          <SubmitButton busy={form.busy} size="l" full className={css.send}>
            Create account
          </SubmitButton>
        </FieldStack>
      </form>
      <p className={css.other}>
        <Link to={paths.signIn()}>Sign in instead</Link>
      </p>
    </HullPage>
  );
}
