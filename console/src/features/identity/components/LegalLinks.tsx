import { Link } from 'react-router';
import { identityPaths } from '../paths.ts';

/** Copyright and legal links at the end of every page. */
export function LegalLinks() {
  return (
    <>
      <span>© {new Date().getFullYear()} Plimsoll</span>
      <Link to={identityPaths.privacy()}>Privacy Policy</Link>
      <Link to={identityPaths.terms()}>Terms of Service</Link>
    </>
  );
}
