import { Link, redirect, useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { queryClient } from '../../lib/query-client.ts';
import { freshToken, useSignInElsewhere } from '../../lib/session.ts';
import { returnAddress } from '../../lib/startup.ts';
import { CredentialFields, useSignInForm } from './CredentialFields.tsx';
import { HullPage } from './HullPage.tsx';
import css from './SignIn.module.css';

/** Whoever is signed in has no business here, also where only the browser knows of it yet. Without an answer the form is shown: sending it says why. */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = await freshToken().catch(() => null);
  return token ? redirect(returnAddress(new URL(request.url).search) ?? paths.root()) : null;
}

/** The sign-in page. */
export function Component() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const goOn = () => {
    queryClient.clear();
    void navigate(returnAddress(search.toString()) ?? paths.root(), { replace: true });
  };
  const form = useSignInForm('', goOn, (emailAddress) => void navigate(paths.checkMail(), { state: { emailAddress } }));
  useSignInElsewhere(goOn);
  return (
    <HullPage title="Sign in" lead="Use your work email address or your username.">
      <form onSubmit={form.submit} noValidate>
        <CredentialFields form={form} autoFocus />
      </form>
      <p className={css.other}>
        <Link to={paths.forgotPassword()}>Forgot your password?</Link>
        <Link to={paths.signUp()}>Create an account</Link>
      </p>
    </HullPage>
  );
}
