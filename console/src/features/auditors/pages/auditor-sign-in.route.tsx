import { redirect, useNavigate } from 'react-router';
import { signInAsAuditorRequest } from '@plimsoll/contracts/auditors/grants';
import { auditorPaths } from '../paths.ts';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { RECORDED } from '../labels.ts';
import { claimsNow, freshToken, signInAsAuditor } from '../../../lib/session/session.ts';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { FormRefusal } from '../../identity/public/FormRefusal.tsx';
import { HullPage } from '../../identity/public/HullPage.tsx';
import { useTokenBehindHash } from '../../identity/public/token-behind-hash.ts';

/** Redirects signed-in auditors, unless the URL contains a link's token. */
export async function loader() {
  if (location.hash.length > 1) return null;
  await freshToken().catch(() => null);
  return claimsNow()?.auditor ? redirect(auditorPaths.events()) : null;
}

/** Sign-in page that an auditor's link opens. */
export function Component() {
  const token = useTokenBehindHash();
  const navigate = useNavigate();
  const form = useCommandForm(signInAsAuditorRequest, {
    start: { passcode: '' },
    bodyOf: ({ passcode }) => ({ token, passcode }),
    send: signInAsAuditor,
    onDone: () => {
      queryClient.clear();
      void navigate(auditorPaths.events(), { replace: true });
    },
  });
  if (!token)
    return (
      <HullPage
        title="Open your link once more"
        lead="An auditor comes in by the link that the organization has sent, and by the passcode that it has told. This page has no link."
      >
        {null}
      </HullPage>
    );
  return (
    <HullPage title="Come in as an auditor" lead={`Enter the passcode that the organization has told you. ${RECORDED}`}>
      <form onSubmit={form.submit} noValidate>
        <FieldStack>
          <FormRefusal errors={form.errors} />
          <TextField
            label="Passcode"
            hint="Eight digits."
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            {...form.typed('passcode')}
          />
          <SubmitButton busy={form.busy} size="l" full>
            Come in
          </SubmitButton>
        </FieldStack>
      </form>
    </HullPage>
  );
}
