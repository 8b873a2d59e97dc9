import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import css from './SignIn.module.css';

export function BackToSignIn() {
  return (
    <p className={css.other}>
      <Link to={paths.signIn()}>Back to sign in</Link>
    </p>
  );
}
