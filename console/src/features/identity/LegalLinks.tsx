import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';

/** Whose product this is, and what it holds to: at the end of every page. */
export function LegalLinks() {
  return (
    <>
      <span>© {new Date().getFullYear()} Plimsoll</span>
      <Link to={paths.privacy()}>Privacy Policy</Link>
      <Link to={paths.terms()}>Terms of Service</Link>
    </>
  );
}
