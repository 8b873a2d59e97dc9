import { useLoaderData, useMatches } from 'react-router';
import { OpenAlarms } from '../../features/alarms/public/OpenAlarms.tsx';
import { usePollServerChanges } from '../../features/notifications/public/server-changes.ts';
import { StartedContext, type Started } from '../../lib/session/startup.ts';
import { useWide } from '../../ui/layout/useWide.ts';
import { SkipLink } from '../../ui/layout/VisuallyHidden.tsx';
import type { RouteHandle } from '../Frame.tsx';
import { usePalette } from '../palette/usePalette.tsx';
import type { Banners } from './banners.ts';
import { Footer } from './Footer.tsx';
import { Page, PlainFrame } from './PlainFrame.tsx';
import { TopBar } from './TopBar.tsx';
import { useResumeUnsent } from './useResumeUnsent.ts';
import { usePrepareOffline } from './usePrepareOffline.ts';
import { useRightsChanges } from './useRightsChanges.ts';

/** Data of the shell's loader; null for users without an organization. */
export type Opened = { started: Started; banners: Banners } | null;

/** Whether the page fills the screen of a phone (`handle = { fillsPhone: true }`), without top bar and footer. */
function useFillsPhone(): boolean {
  const fillsPhone = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.fillsPhone);
  return !useWide(768) && fillsPhone;
}

/** Layout of all pages of an organization. Users without one get the plain layout. */
export function Shell() {
  const opened = useLoaderData<Opened>();
  return opened ? <InOrganization {...opened} /> : <PlainFrame />;
}

function InOrganization({ started, banners: { Subscription, Staff } }: NonNullable<Opened>) {
  const filled = useFillsPhone();
  usePollServerChanges(started.organization.guid);
  useRightsChanges(started.organization.guid);
  useResumeUnsent(started.user.guid);
  usePrepareOffline(started);
  const palette = usePalette();
  return (
    <StartedContext value={started}>
      <SkipLink />
      {!filled && <TopBar onSearch={palette.open} />}
      <OpenAlarms isAlone={filled} />
      {!filled && Subscription && <Subscription />}
      {Staff && <Staff />}
      <Page />
      {!filled && <Footer />}
      {palette.dialog}
    </StartedContext>
  );
}
