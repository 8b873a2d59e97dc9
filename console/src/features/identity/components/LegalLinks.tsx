import { Link } from 'react-router';
import { publicPaths } from '../paths.ts';

/** Whose product this is, and what it holds to: at the end of every page. */
export function LegalLinks() {
  return (
    <>
      <span>© {new Date().getFullYear()} Plimsoll</span>
      <Link to={publicPaths.privacy()}>Privacy Policy</Link>
      <Link to={publicPaths.terms()}>Terms of Service</Link>
    </>
  );
}
