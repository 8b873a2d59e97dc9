import { IconMenu2, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import { Bell } from '../../features/notifications/Bell.tsx';
import { paths } from '../../lib/paths.ts';
import { useStarted } from '../../lib/startup.ts';
import { Dropdown, DropdownGroup } from '../../ui/Dropdown.tsx';
import { Wordmark } from '../../ui/Mark.tsx';
import { pageCss } from '../../ui/Section.tsx';
import { useWide } from '../../ui/useWide.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { paletteKeyShortcut, paletteKeyWords } from '../palette/palette-key.ts';
import { isWithin, linksFor } from './navigation.ts';
import { ProfileContent, ProfileDropdown } from './Profile.tsx';
import css from './Shell.module.css';
import sheet from './MenuSheet.module.css';

/** The hull: home, the modules, the search, the bell, the person. */
export function TopBar({ onSearch }: { onSearch: () => void }) {
  const { modules } = useStarted();
  const { pathname } = useLocation();
  const links = linksFor(modules);
  const narrow = !useWide(768);
  const current = (area: string) => (isWithin(pathname, area) ? ('page' as const) : undefined);
  return (
    <header className={css.bar}>
      <div className={`${pageCss.wrap} ${css.inner}`}>
        <div className={css.logo}>
          <Link to={paths.home()} aria-label="Plimsoll, home">
            <Wordmark height={narrow ? 22 : 24} />
          </Link>
        </div>
        <nav className={css.nav} aria-label="Main">
          {links.map(({ label, to, area }) => (
            <Link key={to} to={to} aria-current={current(area)}>
              {label}
            </Link>
          ))}
        </nav>
        <div className={css.end}>
          <button type="button" className={`${css.icon} ${css.search}`} aria-haspopup="dialog" aria-keyshortcuts={paletteKeyShortcut} onClick={onSearch}>
            <IconSearch size={22} aria-hidden />
            <VisuallyHidden>Search</VisuallyHidden> <kbd className={css.key}>{paletteKeyWords}</kbd>
          </button>
          <DropdownGroup>
            {modules.has('reportedEvents') && <Bell className={css.icon!} countClassName={css.count!} />}
            <div className={css.profile}>
              <ProfileDropdown />
            </div>
            <div className={css.menu}>
              <Dropdown sheet label="Menu" trigger={{ className: css.icon, 'aria-label': 'Menu', title: 'Menu', children: <IconMenu2 size={22} aria-hidden /> }}>
                {(close) => (
                  <>
                    <nav className={sheet.links} aria-label="Main">
                      {links.map(({ label, to, area }) => (
                        <Link key={to} to={to} aria-current={current(area)} onClick={close}>
                          {label}
                        </Link>
                      ))}
                    </nav>
                    <ProfileContent onFollow={close} />
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
