import { redirect, useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { queryClient } from '../../lib/query-client.ts';
import { freshToken, useSignInElsewhere } from '../../lib/session.ts';
import { returnAddress } from '../../lib/startup.ts';
import { Mark, Wordmark } from '../../ui/Mark.tsx';
import { useWide } from '../../ui/useWide.ts';
import { CredentialFields, useSignInForm } from './CredentialFields.tsx';
import { LegalLinks } from './LegalLinks.tsx';
import css from './SignIn.module.css';

/** Whoever is signed in has no business here, also where only the browser knows of it yet. Without an answer the form is shown: sending it says why. */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = await freshToken().catch(() => null);
  return token ? redirect(returnAddress(new URL(request.url).search) ?? paths.root()) : null;
}

/** The sign-in page: the form on the page, the mark on the hull. */
export function Component() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const goOn = () => {
    queryClient.clear();
    void navigate(returnAddress(search.toString()) ?? paths.root(), { replace: true });
  };
  const form = useSignInForm('', goOn);
  useSignInElsewhere(goOn);
  const painted = useWide(768);
  return (
    <main className={css.page} id="main">
      <div className={css.hull}>
        <div className={css.water} />
        <Mark className={css.mark} height={painted ? 360 : 72} />
        <p className={css.words}>
          A mark on the hull.
          <br />
          A limit in plain sight.
        </p>
      </div>
      <div className={css.side}>
        <div className={css.logo}>
          <Wordmark height={30} />
        </div>
        <form className={css.form} onSubmit={form.submit} noValidate>
          <h1 tabIndex={-1}>Sign in</h1>
          <p className={css.lead}>Use your work email address or your username.</p>
          <CredentialFields form={form} autoFocus />
        </form>
        <p className={css.foot}>
          <LegalLinks />
        </p>
      </div>
    </main>
  );
}
