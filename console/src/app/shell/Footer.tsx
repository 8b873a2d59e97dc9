import { LegalLinks } from '../../features/identity/LegalLinks.tsx';
import { Wrap } from '../../ui/Section.tsx';
import css from './Shell.module.css';

/** The end of every page. */
export function Footer() {
  return (
    <footer className={css.foot}>
      <Wrap className={css.footInner}>
        <LegalLinks />
        <span className={css.grow} />
        <span>Event times are those of the worksite, or else of the organization</span>
      </Wrap>
    </footer>
  );
}
