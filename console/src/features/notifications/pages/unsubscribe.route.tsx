import { useState } from 'react';
import { partsOfUnsubscribeToken } from '@plimsoll/contracts/notifications/email-preferences';
import { useCommandForm } from '../../../lib/forms/command-form.ts';
import { sendPublic } from '../../../lib/api/http.ts';
import { digestKind, mailKinds } from '../mail-kinds.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { notificationsPaths } from '../paths.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { FormRefusal } from '../../identity/public/FormRefusal.tsx';
import { HullPage } from '../../identity/public/HullPage.tsx';
import { useTokenBehindHash } from '../../identity/public/token-behind-hash.ts';

/**
 * Page that stops a kind of mails by the link in a mail, without signing in. It asks first, so that programs that open
 * links in mails change nothing.
 */
export function Component() {
  const token = useTokenBehindHash();
  const [isDone, setIsDone] = useState(false);
  const kind = [...mailKinds, digestKind].find(({ code }) => code === partsOfUnsubscribeToken(token)?.kind);
  const form = useCommandForm(null, {
    start: {},
    bodyOf: () => ({ 'List-Unsubscribe': 'One-Click' }) as const,
    send: (body) => sendPublic('unsubscribe', { query: { token }, body }, { asForm: true }),
    onDone: () => setIsDone(true),
  });
  if (!kind || (form.refusal instanceof ApiProblem && form.refusal.className === 'MalformedToken')) {
    return (
      <HullPage
        title="This link is not whole"
        lead="Open it from the mail once more, or choose in your settings which mails you get."
      >
        <ToSettings />
      </HullPage>
    );
  }
  if (isDone) {
    return (
      <HullPage
        title="You get no such mails any more"
        lead={`${kind.label}: you get no mails. What is to be done still waits where you sign in.`}
      >
        <ToSettings />
      </HullPage>
    );
  }
  return (
    <HullPage
      title="Stop these mails?"
      lead={`${kind.label}: mails ${kind.hint.charAt(0).toLowerCase()}${kind.hint.slice(1)}, from each organization that you belong to.`}
    >
      <form onSubmit={form.submit} noValidate>
        <FieldStack>
          <FormRefusal errors={form.errors} />
          <SubmitButton busy={form.busy} size="l" full>
            Stop these mails
          </SubmitButton>
          <ToSettings />
        </FieldStack>
      </form>
    </HullPage>
  );
}

const ToSettings = () => (
  <ButtonLink size="l" full to={notificationsPaths.notifications()}>
    Choose which mails you get
  </ButtonLink>
);
