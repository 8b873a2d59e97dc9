import { LegalLinks } from '../../features/identity/components/LegalLinks.tsx';
import { Wrap } from '../../ui/layout/Section.tsx';
import { chatAddress, HelpButton } from './HelpButton.tsx';
import css from './Shell.module.css';

/** Footer of every page. Pages with events say which time zone they use. */
export function Footer({ hasEvents = true }: { hasEvents?: boolean }) {
  const chat = chatAddress();
  return (
    <footer className={css.foot}>
      <Wrap className={css.footInner}>
        <LegalLinks />
        {chat && <HelpButton address={chat} />}
        {hasEvents && (
          <>
            <span className={css.grow} />
            <span>Event times are those of the worksite, or else of the organization</span>
          </>
        )}
      </Wrap>
    </footer>
  );
}
