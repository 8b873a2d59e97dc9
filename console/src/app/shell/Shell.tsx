import { Outlet, useLoaderData, useMatches } from 'react-router';
import { useFollowing } from '../../lib/news.ts';
import { StartedContext, type Started } from '../../lib/startup.ts';
import { pageCss } from '../../ui/Section.tsx';
import { useWide } from '../../ui/useWide.ts';
import { SkipLink } from '../../ui/VisuallyHidden.tsx';
import type { RouteHandle } from '../Frame.tsx';
import { usePalette } from '../palette/usePalette.tsx';
import { Footer } from './Footer.tsx';
import css from './Shell.module.css';
import { TopBar } from './TopBar.tsx';

/** A route whose page fills a phone (`handle = { fillsPhone: true }`) has no hull and no footer there, only its own bar. */
function useFilled(): boolean {
  const asked = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.fillsPhone);
  return !useWide(768) && asked;
}

/** Bar, page, footer, around everything that needs an organization. */
export function Shell() {
  const filled = useFilled();
  const started = useLoaderData<Started>();
  useFollowing(started.organization.guid);
  const palette = usePalette();
  return (
    <StartedContext value={started}>
      <SkipLink />
      {!filled && <TopBar onSearch={palette.open} />}
      <main id="main" tabIndex={-1} className={`${pageCss.wrap} ${pageCss.main} ${css.main}`}>
        <Outlet />
      </main>
      {!filled && <Footer />}
      {palette.dialog}
    </StartedContext>
  );
}
