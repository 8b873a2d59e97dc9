import { lazy, Suspense } from 'react';
import {
  Link,
  redirect,
  useLoaderData,
  useLocation,
  useNavigate,
  useSearchParams,
  type LoaderFunctionArgs,
} from 'react-router';
import { identityPaths } from '../paths.ts';
import { paths, pattern } from '../../../lib/url/paths.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { freshToken, useSignInElsewhere } from '../../../lib/session/session.ts';
import { returnAddress } from '../../../lib/session/startup.ts';
import { HullPage } from '../public/HullPage.tsx';
import { isInvited, useInviteToken } from '../invitation/invite-token.ts';
import { SECOND_STEP_LEAD } from '../components/SecondStep.tsx';
import { SignInSteps } from '../components/SignInSteps.tsx';
import css from '../public/SignIn.module.css';
import { carriedCodes } from '../tracking-codes.ts';

/** Rarely needed, so it is loaded separately. */
const InvitedSignIn = lazy(async () => ({ default: (await import('../invitation/InvitedSignIn.tsx')).InvitedSignIn }));

/**
 * Redirects signed-in users, except if they follow an invitation, which only the browser's history may know. If the
 * session cannot be refreshed the form is shown, and sending it shows the error.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = await freshToken().catch(() => null);
  const { search } = new URL(request.url);
  if (isInvited(search)) return { isSignedIn: token !== null };
  return token ? redirect(returnAddress(search) ?? paths.root()) : { isSignedIn: false };
}

/** The sign-in page or the invitation page, depending on the state of the history entry. */
export function Component() {
  return <ByEntry key={useLocation().key} />;
}

function ByEntry() {
  const { isSignedIn } = useLoaderData<{ isSignedIn: boolean }>();
  const inviteToken = useInviteToken();
  if (!inviteToken) return <SignIn />;
  return (
    <Suspense>
      <InvitedSignIn token={inviteToken} isSignedIn={isSignedIn} />
    </Suspense>
  );
}

function SignIn() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const goOn = () => {
    queryClient.clear();
    void navigate(returnAddress(search.toString()) ?? paths.root(), { replace: true });
  };
  useSignInElsewhere(goOn);
  return (
    <SignInSteps
      leadsToProviders={pathname !== pattern.signInPassword}
      onDone={goOn}
      onPending={(emailAddress) => void navigate(identityPaths.checkMail(), { state: { emailAddress } })}
      frame={(step, fields) =>
        step === 'PASSWORD' ? (
          <HullPage title="Sign in" lead="Use your work email address or your username.">
            {fields}
            <p className={css.other}>
              <Link to={identityPaths.forgotPassword()}>Forgot your password?</Link>
              <Link to={paths.signUp(carriedCodes(search))}>Create an account</Link>
            </p>
          </HullPage>
        ) : (
          <HullPage title="One more step" lead={SECOND_STEP_LEAD}>
            {fields}
          </HullPage>
        )
      }
    />
  );
}
