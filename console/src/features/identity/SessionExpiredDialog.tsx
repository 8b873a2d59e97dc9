import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { SESSION_ENDED } from '@plimsoll/contracts/errors';
import type { Answer } from '../../lib/operation.ts';
import { paths } from '../../lib/paths.ts';
import { claimsNow, lastSignedIn, signedInAgain } from '../../lib/session.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { CredentialFields, useSignInForm } from './CredentialFields.tsx';
import css from './SessionExpired.module.css';

/** Whose page this is, so that the person need only type the password. */
function useEmailAddress(): string | undefined {
  const answers = useQueryClient().getQueriesData<Answer<'getStartup'>>({ queryKey: ['getStartup'] });
  return answers.find(([, answer]) => answer)?.[1]?.user.primaryEmailAddress;
}

/** Asks for the password again, over the page. The request that needed it is sent again; nothing that was typed is lost. */
export function SessionExpiredDialog() {
  const identifier = useEmailAddress();
  const [before] = useState(lastSignedIn);
  const form = useSignInForm(identifier ?? '', () => (before && before !== claimsNow()?.sub ? location.assign(paths.home()) : signedInAgain()));

  return (
    <Dialog opened insists onClose={() => {}} title={SESSION_ENDED} width={464}>
      <p className={css.words}>Sign in again to continue where you left off, with what you typed.</p>
      <form onSubmit={form.submit} noValidate>
        <CredentialFields form={form} identifier={identifier} autoFocus />
      </form>
      <p className={css.other}>
        <a href={paths.signOut()}>Sign in as someone else</a>
      </p>
    </Dialog>
  );
}
