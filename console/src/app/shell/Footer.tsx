import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Wrap } from '../../ui/Section.tsx';
import css from './Shell.module.css';

/** The end of every page. */
export function Footer() {
  return (
    <footer className={css.foot}>
      <Wrap className={css.footInner}>
        <span>© {new Date().getFullYear()} Plimsoll</span>
        <Link to={paths.privacy()}>Privacy Policy</Link>
        <Link to={paths.terms()}>Terms of Service</Link>
        <span className={css.grow} />
        <span>Events have the time of their worksite, or else of the organization</span>
      </Wrap>
    </footer>
  );
}
