import { useQuery } from '@tanstack/react-query';
import { alarmSettingsQuery } from '../../../lib/api/alarm-queries.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { Stack } from '../../../ui/layout/Section.tsx';
import { seesCallLists } from '../../routing/public/call-list-permissions.ts';
import { callListsQuery } from '../../routing/public/call-lists-query.ts';
import { CallLists } from '../../routing/public/CallLists.tsx';
import { AlarmRules } from '../components/AlarmRules.tsx';
import { DrillSection } from '../components/DrillSection.tsx';

export const loader = prefetching(({ organization, permissions, modules }) =>
  modules.has('events') && seesCallLists(permissions)
    ? [
        ...(permissions.has('UPDATE_ORGANIZATION') ? [alarmSettingsQuery(organization.guid)] : []),
        callListsQuery(organization.guid),
      ]
    : [],
);

/** What raises an alarm and a test of it, and the call lists. Those who set only some call lists see these alone. */
export function Component() {
  const { features } = useStarted();
  const mayChange = useMay('UPDATE_ORGANIZATION');
  return (
    <>
      <PageHeader
        title="Alarms and Call Lists"
        meta={
          features.has('REVIEWER_AT_ONCE') &&
          'Reports that need a review go to the call list of their worksite, then of their group, then of the organization.'
        }
      />
      <Stack>
        {mayChange && <Settings />}
        <CallLists />
      </Stack>
    </>
  );
}

function Settings() {
  const query = useQuery(alarmSettingsQuery(useStarted().organization.guid));
  return (
    <QueryView query={query}>
      {(settings) => (
        <Stack>
          <AlarmRules settings={settings} />
          <DrillSection />
        </Stack>
      )}
    </QueryView>
  );
}
