import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react';
import { useContext } from 'react';
import { Link, useLocation, useOutlet } from 'react-router';
import { paths } from '../../lib/url/paths.ts';
import { StartedContext } from '../../lib/session/startup.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Section, Stack } from '../../ui/layout/Section.tsx';
import { useWide } from '../../ui/layout/useWide.ts';
import { isWithin } from '../shell/navigation.ts';
import { settingsFor, type SettingsGroup } from './settings-navigation.ts';
import css from './SettingsFrame.module.css';

/** Layout of the settings: navigation beside the page on wide screens, else a page of its own. */
export function SettingsFrame() {
  const groups = settingsFor(useContext(StartedContext));
  const page = useOutlet();
  const hasRoom = useWide(1261);
  if (!page) return <AllSettings groups={groups} />;
  return (
    <div className={css.both}>
      {hasRoom ? (
        <SettingsNavigation groups={groups} />
      ) : (
        <Link className={css.back} to={paths.settings()}>
          <IconArrowLeft size={20} aria-hidden />
          All settings
        </Link>
      )}
      <div>{page}</div>
    </div>
  );
}

function SettingsNavigation({ groups }: { groups: readonly SettingsGroup[] }) {
  const { pathname } = useLocation();
  const matching = groups.flatMap(({ links }) => links.map(({ to }) => to)).filter((to) => isWithin(pathname, to));
  // The longest matching path: a page below another has its own link.
  const current = matching.reduce((longest, path) => (path.length > longest.length ? path : longest), '');
  return (
    <nav className={css.nav} aria-label="Settings">
      {groups.map(({ title, links }) => (
        <div key={title}>
          <span>{title}</span>
          <ul>
            {links.map(({ label, to }) => (
              <li key={to}>
                <Link to={to} aria-current={to === current ? 'page' : undefined}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function AllSettings({ groups }: { groups: readonly SettingsGroup[] }) {
  return (
    <>
      <PageHeader title="Settings" />
      <Stack>
        {groups.map(({ title, links }) => (
          <Section key={title} title={title}>
            <ul>
              {links.map(({ label, hint, to }) => (
                <li key={to}>
                  <Link className={css.entry} to={to}>
                    <span>
                      <b>{label}</b>
                      <small>{hint}</small>
                    </span>
                    <IconChevronRight size={20} aria-hidden />
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
        ))}
      </Stack>
    </>
  );
}
