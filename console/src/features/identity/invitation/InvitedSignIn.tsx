import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { request, sendPublic } from '../../../lib/api/http.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { joiningPaths } from '../../joining/paths.ts';
import { paths } from '../../../lib/url/paths.ts';
import { ApiProblem, errorText } from '../../../lib/api/problem.ts';
import { enterOrganization } from '../../../lib/session/startup.ts';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { Spinner } from '../../../ui/feedback/Spinner.tsx';
import { HullPage } from '../public/HullPage.tsx';
import { SECOND_STEP_LEAD } from '../components/SecondStep.tsx';
import css from '../public/SignIn.module.css';
import { SignInSteps } from '../components/SignInSteps.tsx';
import { AnswerInvitation } from './AnswerInvitation.tsx';
import type { OpenedInvitation } from './opened-invitation.ts';
import { SignUpByInvitation } from './SignUpByInvitation.tsx';

/**
 * Page of an invitation's link. Signed-in users answer it, users with an account sign in first, and others create an
 * account and join with it.
 */
export function InvitedSignIn({ token, isSignedIn }: { token: string; isSignedIn: boolean }) {
  const [opened, setOpened] = useState<OpenedInvitation | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [hasSession, setHasSession] = useState(isSignedIn);
  const started = useRef(false);
  const navigate = useNavigate();

  function open() {
    setError(null);
    sendPublic('openInvitation', { body: { inviteToken: token } }).then(setOpened, setError);
  }
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    open();
  });

  async function joined(organizationGuid: string) {
    await enterOrganization(organizationGuid);
    await navigate(paths.home(), { replace: true });
  }
  async function accept({ organizationGuid: orgGuid, recipientEmailAddress }: OpenedInvitation, key = newGuid()) {
    await request(
      'answerInvitation',
      { params: { orgGuid, recipientEmailAddress }, body: { status: 'ACCEPTED' } },
      { key },
    );
    await joined(orgGuid);
  }

  if (error) return <Unopened error={error} onRetry={open} />;
  if (!opened) {
    return (
      <HullPage title="Your invitation" lead="One moment.">
        <Spinner />
      </HullPage>
    );
  }
  const title = `Join ${opened.organizationName}`;
  if (hasSession) return <AnswerInvitation invitation={opened} title={title} onAccept={(key) => accept(opened, key)} />;
  if (!opened.hasAccount) {
    return (
      <HullPage title={title} lead={`${opened.organizationName} invites you. Make an account to join.`}>
        <SignUpByInvitation
          token={token}
          invitation={opened}
          // The account exists already. If joining failed, the user answers the invitation.
          onSignedUp={() => accept(opened).catch(() => setHasSession(true))}
          onHasAccount={() => setOpened({ ...opened, hasAccount: true })}
        />
        <p className={css.other}>
          <Link to={paths.signIn()}>Sign in to another account</Link>
        </p>
      </HullPage>
    );
  }
  return (
    <SignInSteps
      identifier={opened.recipientEmailAddress}
      onDone={() => setHasSession(true)}
      frame={(step, fields) => (
        <HullPage
          title={step === 'PASSWORD' ? title : 'One more step'}
          lead={step === 'PASSWORD' ? `${opened.organizationName} invites you. Sign in to answer.` : SECOND_STEP_LEAD}
        >
          {fields}
          {step === 'PASSWORD' && (
            <p className={css.other}>
              <Link to={paths.signIn()}>Sign in to another account</Link>
            </p>
          )}
        </HullPage>
      )}
    />
  );
}

const isOf = (error: unknown, ...classNames: string[]): boolean =>
  error instanceof ApiProblem && classNames.includes(error.className);

/** Explains why the link opens no invitation, and what to do. */
function Unopened({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (isOf(error, 'InvitationAlreadyUsed')) {
    return (
      <HullPage title="This invitation was answered" lead="Whoever accepted it signs in as usual.">
        <ButtonLink variant="primary" size="l" full to={paths.signIn()}>
          Sign in
        </ButtonLink>
      </HullPage>
    );
  }
  if (isOf(error, 'InvitationNotFound', 'MalformedToken', 'MalformedRequest')) {
    return (
      <HullPage
        title="This invitation no longer holds"
        lead="A newer mail replaced it, it was revoked, or it is older than 14 days. Ask whoever invited you to send it again, or ask to join yourself."
      >
        <ButtonLink variant="primary" size="l" full to={joiningPaths.companyName()}>
          Ask to join
        </ButtonLink>
        <p className={css.other}>
          <Link to={paths.signIn()}>Sign in</Link>
          <Link to={paths.signUp()}>Create an account</Link>
        </p>
      </HullPage>
    );
  }
  return (
    <HullPage title="Your invitation did not open" lead={errorText(error)}>
      <Button variant="primary" size="l" full onClick={onRetry}>
        Try again
      </Button>
    </HullPage>
  );
}
