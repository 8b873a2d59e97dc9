import { IconLogout } from '@tabler/icons-react';
import { Link, Outlet } from 'react-router';
import { paths } from '../../lib/url/paths.ts';
import { pageCss, Wrap } from '../../ui/layout/Section.tsx';
import { SkipLink } from '../../ui/layout/VisuallyHidden.tsx';
import { Footer } from './Footer.tsx';
import { HomeLink } from './HomeLink.tsx';
import css from './Shell.module.css';

/** Main content area. */
export const Page = () => (
  <main id="main" tabIndex={-1} className={`${pageCss.wrap} ${pageCss.main} ${css.main}`}>
    <Outlet />
  </main>
);

/** Layout for users without an organization: home link and sign-out. */
export function PlainFrame() {
  return (
    <>
      <SkipLink />
      <header className={css.bar}>
        <Wrap className={css.inner}>
          <HomeLink />
          <span className={css.grow} />
          <div className={css.end}>
            <Link className={`${css.icon} ${css.out}`} to={paths.signOut()}>
              <IconLogout size={22} aria-hidden />
              Sign out
            </Link>
          </div>
        </Wrap>
      </header>
      <Page />
      <Footer hasEvents={false} />
    </>
  );
}
