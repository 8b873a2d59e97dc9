import { useState, type FormEvent } from 'react';
import { Link, redirect, useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import { faultText } from '../../lib/problem.ts';
import { paths } from '../../lib/paths.ts';
import { queryClient } from '../../lib/query-client.ts';
import { claimsNow, signIn } from '../../lib/session.ts';
import { returnAddress } from '../../lib/startup.ts';
import { Mark, Wordmark } from '../../ui/Mark.tsx';
import { useWide } from '../../ui/useWide.ts';
import { CredentialFields, readCredentials, type CredentialFaults } from './CredentialFields.tsx';
import css from './SignIn.module.css';

/** Whoever is signed in has no business here. */
export function loader({ request }: LoaderFunctionArgs) {
  return claimsNow() ? redirect(returnAddress(new URL(request.url).search) ?? paths.root()) : null;
}

function useSignIn() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [faults, setFaults] = useState<CredentialFaults>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const { credentials, missing } = readCredentials(form);
    setFaults(missing);
    if (!credentials) return (form.elements.namedItem(missing.identifier ? 'identifier' : 'password') as HTMLElement).focus();
    setBusy(true);
    try {
      await signIn(credentials.identifier, credentials.password);
      queryClient.clear();
      await navigate(returnAddress(search.toString()) ?? paths.root(), { replace: true });
    } catch (fault) {
      setFaults({ form: faultText(fault) });
      (form.elements.namedItem('password') as HTMLInputElement).select();
    } finally {
      setBusy(false);
    }
  }
  return { faults, busy, submit };
}

/** The sign-in page: the form on the page, the mark on the hull. */
export function Component() {
  const { faults, busy, submit } = useSignIn();
  const painted = useWide(768);
  return (
    <main className={css.page} id="main">
      <div className={css.hull}>
        <div className={css.water} />
        <Mark className={css.mark} height={painted ? 360 : 72} />
        <p className={css.words}>
          Everybody can read it.
          <br />
          Nobody can move it.
        </p>
      </div>
      <div className={css.side}>
        <div className={css.logo}>
          <Wordmark height={30} />
        </div>
        <form className={css.form} onSubmit={submit} noValidate>
          <h1 tabIndex={-1}>Sign in</h1>
          <p className={css.lead}>Use your work e-mail address or your username.</p>
          <CredentialFields faults={faults} busy={busy} autoFocus />
        </form>
        <p className={css.foot}>
          <span>© {new Date().getFullYear()} Plimsoll</span>
          <Link to={paths.privacy()}>Privacy Policy</Link>
          <Link to={paths.terms()}>Terms of Service</Link>
        </p>
      </div>
    </main>
  );
}
