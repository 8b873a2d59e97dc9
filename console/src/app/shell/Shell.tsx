import { Outlet, useLoaderData, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { StartedContext, type Started } from '../../lib/startup.ts';
import { pageCss } from '../../ui/Section.tsx';
import { SkipLink } from '../../ui/VisuallyHidden.tsx';
import { Footer } from './Footer.tsx';
import css from './Shell.module.css';
import { TopBar } from './TopBar.tsx';

/** On a phone the report page has no hull: help first, then the questions. The page asks for it by its handle. */
export function Shell() {
  const started = useLoaderData<Started>();
  const { pathname } = useLocation();
  return (
    <StartedContext value={started}>
      <SkipLink />
      <TopBar />
      <main id="main" tabIndex={-1} className={`${pageCss.wrap} ${pageCss.main} ${css.main}`} data-reporting={pathname === paths.reportEvent() || undefined}>
        <Outlet />
      </main>
      <Footer />
    </StartedContext>
  );
}
