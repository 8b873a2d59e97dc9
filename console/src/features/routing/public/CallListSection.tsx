import { useQuery } from '@tanstack/react-query';
import type { CallListTarget } from '@plimsoll/contracts/routing/events';
import { useStarted } from '../../../lib/session/startup.ts';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { CallListView } from '../components/CallListView.tsx';
import { callListsQuery } from './call-lists-query.ts';

/** The call list of an active worksite or reporting group, as a section of its page. */
export function CallListSection({ target, guid }: { target: CallListTarget; guid: string }) {
  const query = useQuery(callListsQuery(useStarted().organization.guid));
  return (
    <QueryView query={query}>
      {({ items, gaps }) => {
        const list = items.find((each) => each.target === target && each.targetGuid === guid);
        return list && <CallListView title="Call list" list={list} gaps={gaps} />;
      }}
    </QueryView>
  );
}
