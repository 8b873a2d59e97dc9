import { useState, type FormEvent } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { faultText } from '../../lib/problem.ts';
import { paths } from '../../lib/paths.ts';
import { claimsNow, lastSignedIn, signedInAgain, signIn } from '../../lib/session.ts';
import type { Startup } from '@plimsoll/contracts/organizations/answers';
import { Dialog } from '../../ui/Dialog.tsx';
import { CredentialFields, readCredentials, type CredentialFaults } from './CredentialFields.tsx';
import css from './SessionExpired.module.css';

/** Whose page this is, so that the person need only type the password. */
function useEmailAddress(): string | undefined {
  const answers = useQueryClient().getQueriesData<Startup>({ queryKey: ['startup'] });
  return answers.find(([, answer]) => answer)?.[1]?.user.primaryEmailAddress;
}

/** Asks for the password again, over the page. The request that needed it is sent again; nothing that was typed is lost. */
export function SessionExpiredDialog() {
  const identifier = useEmailAddress();
  const [faults, setFaults] = useState<CredentialFaults>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    event.stopPropagation();
    const { credentials, missing } = readCredentials(event.currentTarget);
    setFaults(missing);
    if (!credentials) return;
    setBusy(true);
    const before = lastSignedIn();
    try {
      await signIn(credentials.identifier, credentials.password);
      if (before && before !== claimsNow()?.sub) return location.assign(paths.home());
      signedInAgain();
    } catch (fault) {
      setFaults({ form: faultText(fault) });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog opened insists onClose={() => {}} title="Your session has ended" width={464}>
      <p className={css.words}>Sign in again to go on where you are. What you have typed is still here.</p>
      <form onSubmit={submit} noValidate>
        <CredentialFields faults={faults} busy={busy} identifier={identifier} autoFocus />
      </form>
      <p className={css.other}>
        <a href={paths.signOut()}>Sign in as somebody else</a>
      </p>
    </Dialog>
  );
}
