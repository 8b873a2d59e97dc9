import { Link } from 'react-router';
import { paths } from '../../../lib/url/paths.ts';
import css from '../public/SignIn.module.css';

export function BackToSignIn() {
  return (
    <p className={css.other}>
      <Link to={paths.signIn()}>Back to sign in</Link>
    </p>
  );
}
