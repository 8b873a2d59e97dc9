import { useQuery } from '@tanstack/react-query';
import { IconBookmark } from '@tabler/icons-react';
import { useStarted } from '../../../lib/session/startup.ts';
import { fetchedLater } from '../../../ui/feedback/FetchedLater.tsx';
import { FilterPanel } from '../../../ui/data/Filters.tsx';
import { savedViewsQuery } from '../api.ts';
import type { ListAddress } from './list-address.ts';
import { isShowing } from './view-address.ts';
import type { ViewsPanelProps } from './ViewsPanel.tsx';

const ViewsPanel = fetchedLater<ViewsPanelProps>(async () => (await import('./ViewsPanel.tsx')).ViewsPanel);

/** Button of the saved views, with the name of the one that is shown. They are loaded when it is opened. */
export function SavedViews({ address }: { address: ListAddress }) {
  const { organization } = useStarted();
  const { data } = useQuery({ ...savedViewsQuery(organization.guid), enabled: false });
  const shown = data?.items.find((view) => isShowing(address, view));
  return (
    <FilterPanel label="Views" value={shown?.name} width={320} leading={<IconBookmark size={18} aria-hidden />}>
      <ViewsPanel opened address={address} shownGuid={shown?.viewGuid} />
    </FilterPanel>
  );
}
