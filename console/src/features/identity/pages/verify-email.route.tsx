import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { fieldTexts } from '@plimsoll/contracts/errors/field-texts';
import { useCommandForm, type CommandForm } from '../../../lib/forms/command-form.ts';
import { request, sendPublic } from '../../../lib/api/http.ts';
import { identityPaths } from '../paths.ts';
import { paths } from '../../../lib/url/paths.ts';
import { ApiProblem, errorText } from '../../../lib/api/problem.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { freshToken, signInByLink, type Challenge } from '../../../lib/session/session.ts';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { FieldStack } from '../../../ui/inputs/FormField.tsx';
import { Spinner } from '../../../ui/feedback/Spinner.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { FormRefusal } from '../public/FormRefusal.tsx';
import { HullPage } from '../public/HullPage.tsx';
import { ResendForm } from '../components/ResendForm.tsx';
import { SECOND_STEP_LEAD, SecondStep } from '../components/SecondStep.tsx';
import { SignInSteps } from '../components/SignInSteps.tsx';
import css from '../public/SignIn.module.css';
import { useTokenBehindHash } from '../public/token-behind-hash.ts';

const isOf = (error: unknown, ...classNames: string[]): boolean =>
  error instanceof ApiProblem && classNames.includes(error.className);

/**
 * Page of the link in a verification mail. It verifies the address of a new account and signs in, or an address that a
 * signed-in user has added.
 */
export function Component() {
  const token = useTokenBehindHash();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(
    token ? null : new ApiProblem(404, { className: 'EmailAddressVerificationNotFound' }),
  );
  const [added, setAdded] = useState<string | null>(null);
  const [challenge, setChallenge] = useState<Challenge | null>(null);
  const started = useRef(false);

  function goOn() {
    queryClient.clear();
    void navigate(paths.root(), { replace: true });
  }
  const signedIn = (next: Challenge | null) => (next ? setChallenge(next) : goOn());
  /** The link of an added address does not sign in; it can be confirmed in a session of its account. */
  async function verifyAdded() {
    const input = { body: { verificationToken: token } };
    const { emailAddress } = (await freshToken())
      ? await request('verifyEmail', input)
      : await sendPublic('verifyEmail', input);
    setAdded(emailAddress);
  }
  function open() {
    setError(null);
    signInByLink(token)
      .then(signedIn, (refusal: unknown) =>
        isOf(refusal, 'EmailAddressVerificationNotFound') ? verifyAdded() : Promise.reject(refusal),
      )
      .catch(setError);
  }
  useEffect(() => {
    if (!token || started.current) return;
    started.current = true;
    open();
  });

  if (challenge) {
    return (
      <HullPage title="One more step" lead={SECOND_STEP_LEAD}>
        <SecondStep
          challenge={challenge}
          onDone={goOn}
          onVoid={() => void navigate(paths.signIn())}
          onBack={() => void navigate(paths.signIn())}
        />
      </HullPage>
    );
  }
  if (added) {
    return (
      <HullPage title="Your address is verified" lead={`${added} belongs to your account now, and signs you in.`}>
        <ButtonLink variant="primary" size="l" full to={paths.personalSettings()} replace>
          Go to Your Settings
        </ButtonLink>
      </HullPage>
    );
  }
  if (!error) {
    return (
      <HullPage title="Verifying your address" lead="One moment.">
        <Spinner />
      </HullPage>
    );
  }
  if (isOf(error, 'NoToken')) {
    return (
      <SignInSteps
        onDone={open}
        frame={(step, fields) => (
          <HullPage
            title="Sign in to verify this address"
            lead={step === 'PASSWORD' ? 'It was added to your account: sign in to that one.' : SECOND_STEP_LEAD}
          >
            {fields}
          </HullPage>
        )}
      />
    );
  }
  if (isOf(error, 'IncorrectPassword')) {
    return (
      <HullPage
        title="Enter your password"
        lead="You opened the link in another browser than the one you signed up in."
      >
        <PasswordForm token={token} onDone={signedIn} onDead={setError} />
      </HullPage>
    );
  }
  if (isOf(error, 'DuplicateEmailAddress'))
    return <Ended title="You already have an account" lead={errorText(error)} />;
  if (isOf(error, 'EmailAddressVerificationNotFound', 'IncorrectEmailAddressVerificationToken', 'MalformedToken')) {
    return (
      <HullPage
        title="This link has expired"
        lead="It was used before, or it is older than 24 hours. If you have verified your address, sign in."
      >
        <ResendForm emailAddress="" />
        <SignInLink />
      </HullPage>
    );
  }
  return (
    <HullPage title="Your address is not verified yet" lead={errorText(error)}>
      <Button variant="primary" size="l" full onClick={open}>
        Try again
      </Button>
      <SignInLink />
    </HullPage>
  );
}

const SignInLink = () => (
  <p className={css.other}>
    <Link to={paths.signIn()}>Sign in</Link>
    <Link to={identityPaths.forgotPassword()}>Forgot your password?</Link>
  </p>
);

const Ended = ({ title, lead }: { title: string; lead: string }) => (
  <HullPage title={title} lead={lead}>
    <SignInLink />
  </HullPage>
);

/** For a link opened in another browser: the password proves that the same person signed up. */
function PasswordForm({
  token,
  onDone,
  onDead,
}: {
  token: string;
  onDone: (next: Challenge | null) => void;
  onDead: (error: unknown) => void;
}) {
  const form: CommandForm<{ password: string }> = useCommandForm(null, {
    start: { password: '' },
    bodyOf: (fields: { password: string }) => fields,
    check: ({ password }) => (password ? [] : [{ field: 'password', message: fieldTexts.passwordMissing }]),
    focusesError: true,
    send: ({ password }) => signInByLink(token, password),
    onRefused: () => form.controls.setFocus('password', { shouldSelect: true }),
    onDone,
  });
  const { refusal } = form;
  useEffect(() => {
    if (refusal instanceof ApiProblem && (refusal.status === 404 || refusal.status === 409)) onDead(refusal);
  }, [refusal, onDead]);
  return (
    <form onSubmit={form.submit} noValidate>
      <FieldStack>
        <FormRefusal errors={form.errors} />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          hint="The one that you chose when you signed up."
          className={css.input}
          {...form.typed('password')}
        />
        <SubmitButton busy={form.busy} size="l" full className={css.send}>
          Verify my address
        </SubmitButton>
      </FieldStack>
    </form>
  );
}
