import { useState } from 'react';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import type { TrackingCodes } from '@plimsoll/contracts/identity/tracking-codes';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { sendPublic } from '../../../lib/api/http.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { FormRefusal } from '../public/FormRefusal.tsx';
import css from '../public/SignIn.module.css';

const fetchSchema = async () => (await import('@plimsoll/contracts/identity/requests')).resendVerificationParams;

/** Requests another verification mail. The response does not reveal whether the address has an account. */
export function ResendForm({ emailAddress, utmCodes = {} }: { emailAddress: string; utmCodes?: TrackingCodes }) {
  const [sentTo, setSentTo] = useState<string>();
  const form = useCommandForm(fetchSchema, {
    start: { emailAddress },
    bodyOf: (fields: { emailAddress: string }) => ({ emailAddress: fields.emailAddress.trim() }),
    check: (fields) =>
      fields.emailAddress.trim() ? [] : [{ field: 'emailAddress', message: fieldTexts.emailMissing }],
    focusesError: true,
    send: (params) =>
      sendPublic('resendVerification', { params, body: utmCodes }).then(() => setSentTo(params.emailAddress)),
    onDone: () => {},
  });
  if (sentTo) {
    return (
      <Banner tone="success" live>
        If somebody signed up with {sentTo}, another mail is on its way.
      </Banner>
    );
  }
  return (
    <form onSubmit={form.submit} noValidate>
      <FieldStack>
        <FormRefusal errors={form.errors} />
        <TextField
          label="Email Address"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          className={css.input}
          {...form.typed('emailAddress')}
        />
        <SubmitButton busy={form.busy} variant="secondary" size="l" full>
          Send another mail
        </SubmitButton>
      </FieldStack>
    </form>
  );
}
