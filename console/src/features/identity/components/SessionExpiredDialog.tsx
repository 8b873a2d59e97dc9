import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { SESSION_ENDED } from '@plimsoll/contracts/errors/errors';
import type { Answer } from '../../../lib/api/operation.ts';
import { paths } from '../../../lib/url/paths.ts';
import { claimsNow, lastSignedIn, signedInAgain, type SignInReason } from '../../../lib/session/session.ts';
import { Dialog } from '../../../ui/feedback/Dialog.tsx';
import { SECOND_STEP_LEAD } from './SecondStep.tsx';
import css from './SessionExpired.module.css';
import { SignInSteps } from './SignInSteps.tsx';

/** Email address of the page's user, so that only the password has to be typed. */
function useEmailAddress(): string | undefined {
  const client = useQueryClient();
  const known = [
    ...client.getQueriesData<Answer<'getStartup'>>({ queryKey: ['getStartup'] }).map(([, answer]) => answer?.user),
    ...client.getQueriesData<Answer<'getUser'>>({ queryKey: ['getUser'] }).map(([, answer]) => answer),
  ];
  return known.find(Boolean)?.primaryEmailAddress;
}

const words: Readonly<Record<SignInReason, { title: string; text: string }>> = {
  ENDED: { title: SESSION_ENDED, text: 'Sign in again to continue where you left off, with what you typed.' },
  LONG_AGO: {
    title: 'Sign in again',
    text: 'You signed in more than 15 minutes ago. Once you have signed in again, what you asked for is done.',
  },
};

/**
 * Asks for the password again, over the page. The request that needed it is then sent again, and nothing typed is lost.
 * It can be cancelled if the session is merely too old for the request, which is then not sent.
 */
export function SessionExpiredDialog({ why }: { why: SignInReason }) {
  const identifier = useEmailAddress();
  const [before] = useState(lastSignedIn);
  const goOn = () => (before && before !== claimsNow()?.sub ? location.assign(paths.home()) : signedInAgain());
  return (
    <Dialog opened insists={why === 'ENDED'} onClose={() => signedInAgain(false)} title={words[why].title} width={464}>
      <SignInSteps
        leadsToProviders
        identifier={identifier}
        onDone={goOn}
        frame={(step, fields) => (
          <>
            <p className={css.words}>{step === 'PASSWORD' ? words[why].text : SECOND_STEP_LEAD}</p>
            {fields}
          </>
        )}
      />
      {why === 'ENDED' && (
        <p className={css.other}>
          <a href={paths.signOut()}>Sign in as someone else</a>
        </p>
      )}
    </Dialog>
  );
}
