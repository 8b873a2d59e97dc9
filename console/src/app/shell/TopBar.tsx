import { IconMenu2, IconSearch, IconSend } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link, useLocation } from 'react-router';
import { Bell } from '../../features/notifications/components/Bell.tsx';
import { useStoredReports } from '../../lib/offline/outbox-storage.ts';
import { incidentsPaths } from '../../features/incidents/paths.ts';
import { useStarted } from '../../lib/session/startup.ts';
import { Dropdown, DropdownGroup } from '../../ui/layout/Dropdown.tsx';
import { pageCss } from '../../ui/layout/Section.tsx';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import { paletteKeyShortcut, paletteKeyLabel } from '../palette/palette-key.ts';
import { HomeLink } from './HomeLink.tsx';
import { externalLinksFor, isWithin, linksFor } from './navigation.ts';
import { ProfileDropdown, ProfileMenu } from './Profile.tsx';
import css from './Shell.module.css';
import sheet from './MenuSheet.module.css';

/** Few organizations have external systems, so these are loaded lazily. */
const ExternalLinks = lazy(async () => ({ default: (await import('./ExternalLinks.tsx')).ExternalLinks }));
const ExternalList = lazy(async () => ({ default: (await import('./ExternalLinks.tsx')).ExternalList }));

/** Top bar: home, modules, external systems, search, outbox, notifications, profile. */
export function TopBar({ onSearch }: { onSearch: () => void }) {
  const started = useStarted();
  const { modules } = started;
  const { pathname } = useLocation();
  const waiting = useStoredReports().length;
  const links = linksFor(modules);
  const systems = externalLinksFor(started);
  const current = (areas: readonly string[]) =>
    areas.some((area) => isWithin(pathname, area)) ? ('page' as const) : undefined;
  return (
    <header className={css.bar}>
      <div className={`${pageCss.wrap} ${css.inner}`}>
        <HomeLink />
        <nav className={css.nav} aria-label="Main">
          {links.map(({ label, to, areas }) => (
            <Link key={to} to={to} aria-current={current(areas)}>
              {label}
            </Link>
          ))}
          {systems.length > 0 && (
            <Suspense>
              <ExternalLinks systems={systems} />
            </Suspense>
          )}
        </nav>
        <div className={css.end}>
          <button
            type="button"
            className={`${css.icon} ${css.search}`}
            aria-haspopup="dialog"
            aria-keyshortcuts={paletteKeyShortcut}
            onClick={onSearch}
          >
            <IconSearch size={22} aria-hidden />
            <VisuallyHidden>Search</VisuallyHidden> <kbd className={css.key}>{paletteKeyLabel}</kbd>
          </button>
          {waiting > 0 && (
            <Link className={css.icon} to={incidentsPaths.outbox()} title="Outbox">
              <IconSend size={22} aria-hidden />
              <VisuallyHidden>Outbox: {waiting} not sent</VisuallyHidden>
              <span className={css.count} aria-hidden="true">
                {waiting > 99 ? '99+' : waiting}
              </span>
            </Link>
          )}
          <DropdownGroup>
            {modules.has('reportedEvents') && <Bell className={css.icon!} countClassName={css.count!} />}
            <div className={css.profile}>
              <ProfileDropdown />
            </div>
            <div className={css.menu}>
              <Dropdown
                sheet
                label="Menu"
                trigger={{
                  className: css.icon,
                  'aria-label': 'Menu',
                  title: 'Menu',
                  children: <IconMenu2 size={22} aria-hidden />,
                }}
              >
                {(close) => (
                  <>
                    <nav className={sheet.links} aria-label="Main">
                      {links.map(({ label, to, areas }) => (
                        <Link key={to} to={to} aria-current={current(areas)} onClick={close}>
                          {label}
                        </Link>
                      ))}
                      {systems.length > 0 && (
                        <Suspense>
                          <ExternalList systems={systems} onFollow={close} />
                        </Suspense>
                      )}
                    </nav>
                    <ProfileMenu onFollow={close} />
                  </>
                )}
              </Dropdown>
            </div>
          </DropdownGroup>
        </div>
      </div>
    </header>
  );
}
