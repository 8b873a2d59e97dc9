import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/url/paths.ts';
import { ApiProblem, errorText } from '../../../lib/api/problem.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { signInByProvider } from '../../../lib/session/session.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { Spinner } from '../../../ui/feedback/Spinner.tsx';
import { HullPage } from '../../identity/public/HullPage.tsx';
import { NOT_SIGNED_IN } from '../labels.ts';
import { singleSignOnPaths } from '../paths.ts';
import { useTokenBehindHash } from '../../identity/public/token-behind-hash.ts';

const isPath = (address: string | null): address is string => address !== null && /^\/(?![/\\])/.test(address);

/**
 * Page that the identity provider's sign-in returns to. The code in the URL fragment completes the sign-in in this
 * browser, once.
 */
export function Component() {
  const code = useTokenBehindHash();
  const navigate = useNavigate();
  const [error, setError] = useState<unknown>(
    code ? null : new ApiProblem(401, { className: 'IdentityProviderFailure' }),
  );
  const started = useRef(false);
  function completeSignIn() {
    signInByProvider(code).then(({ redirectUrl }) => {
      queryClient.clear();
      void navigate(isPath(redirectUrl) ? redirectUrl : paths.root(), { replace: true });
    }, fail);
  }
  /** A failed test is explained on the page where it began. */
  function fail(failed: unknown) {
    if (failed instanceof ApiProblem && failed.failedCheck)
      void navigate(singleSignOnPaths.signIn(), { replace: true });
    else setError(failed);
  }
  useEffect(() => {
    if (!code || started.current) return;
    started.current = true;
    completeSignIn();
  });
  if (!error) {
    return (
      <HullPage title="Signing you in" lead="One moment.">
        <Spinner />
      </HullPage>
    );
  }
  const isUnknown = error instanceof ApiProblem && error.className === 'Forbidden';
  return (
    <HullPage
      title={isUnknown ? 'You are not let in' : NOT_SIGNED_IN}
      lead={
        isUnknown
          ? 'Your organization’s provider knows you, and the organization does not. Ask an administrator to invite you at this address.'
          : errorText(error)
      }
    >
      <ButtonLink variant="primary" size="l" full to={paths.signIn()} replace>
        Sign in
      </ButtonLink>
    </HullPage>
  );
}
