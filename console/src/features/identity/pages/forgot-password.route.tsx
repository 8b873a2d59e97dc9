import { useState } from 'react';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { sendPublic } from '../../../lib/api/http.ts';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { BackToSignIn } from '../components/BackToSignIn.tsx';
import { FormRefusal } from '../public/FormRefusal.tsx';
import { HullPage } from '../public/HullPage.tsx';
import { IdentifierField } from '../components/IdentifierField.tsx';
import css from '../public/SignIn.module.css';

const fetchSchema = async () => (await import('@plimsoll/contracts/identity/requests')).passwordResetParams;

/** Requests a mail for setting a new password. The response does not reveal whether there is an account. */
export function Component() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useCommandForm(fetchSchema, {
    start: { identifier: '' },
    bodyOf: (fields: { identifier: string }) => ({ identifier: fields.identifier.trim() }),
    check: ({ identifier }) => (identifier.trim() ? [] : [{ field: 'identifier', message: fieldTexts.emailMissing }]),
    focusesError: true,
    send: (params) => sendPublic('requestPasswordReset', { params }).then(() => params.identifier),
    onDone: setSentTo,
  });
  if (sentTo) {
    return (
      <HullPage
        title="Check your mail"
        lead={<>If {sentTo} has an account, a mail is on its way. Its link works once, within 10 minutes.</>}
      >
        <BackToSignIn />
      </HullPage>
    );
  }
  return (
    <HullPage title="Forgot your password?" lead="We send you a link to set a new one.">
      <form onSubmit={form.submit} noValidate>
        <FieldStack>
          <FormRefusal errors={form.errors} />
          <IdentifierField {...form.typed('identifier')} />
          <SubmitButton busy={form.busy} size="l" full className={css.send}>
            Send the link
          </SubmitButton>
        </FieldStack>
      </form>
      <BackToSignIn />
    </HullPage>
  );
}
