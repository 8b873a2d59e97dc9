import { useQuery } from '@tanstack/react-query';
import { useCommand } from '../../../lib/api/command.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Stack } from '../../../ui/layout/Section.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { changeCustomerConfig, externalSystemsQuery, organizationQuery, switchFeature } from '../api.ts';
import { ExternalSystemsSection } from '../settings/ExternalSystemsSection.tsx';
import { OrganizationSection } from '../settings/OrganizationSection.tsx';
import { featureSwitches, moduleSwitches } from '../settings/settings-labels.ts';
import { SwitchesSection } from '../settings/SwitchesSection.tsx';

/** Prefetches the organization while the chunk is loading. */
export const loader = prefetching(({ organization, permissions }) =>
  permissions.has('UPDATE_ORGANIZATION')
    ? [organizationQuery(organization.guid), externalSystemsQuery(organization.guid)]
    : [],
);

/** Settings of the organization: profile, modules, features and external systems. */
export function Component() {
  const { organization, modules, features } = useStarted();
  const orgGuid = organization.guid;
  const query = useQuery(organizationQuery(orgGuid));
  const moduleCommand = useCommand(switchFeature);
  const featureCommand = useCommand(changeCustomerConfig);
  return (
    <>
      <PageHeader title="Organization Settings" meta={organization.name} />
      <Stack>
        <QueryView query={query} skeleton={<Skeleton widths={['24%', '92%', '92%', '92%', '92%']} />}>
          {(found) => <OrganizationSection organization={found} />}
        </QueryView>
        <SwitchesSection
          title="Modules"
          switches={moduleSwitches}
          on={modules}
          send={(featureCode, isEnabled, key) =>
            moduleCommand.send({ asked: { params: { orgGuid }, body: { featureCode, isEnabled } }, key })
          }
        />
        <SwitchesSection
          title="Features"
          switches={featureSwitches}
          on={features}
          send={(featureCode, isEnabled, key) =>
            featureCommand.send({ asked: { params: { orgGuid }, body: { featureCode, isEnabled } }, key })
          }
        />
        <ExternalSystemsSection />
      </Stack>
    </>
  );
}
