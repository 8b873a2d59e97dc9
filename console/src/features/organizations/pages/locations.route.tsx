import { IconMapPin, IconPlus, IconStar } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OperatingLocation } from '@plimsoll/contracts/organizations/settings';
import { useCommand } from '../../../lib/api/command.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { RemovalDialog } from '../../../components/RemovalDialog.tsx';
import { organizationsPaths } from '../paths.ts';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { EmptyState, Skeleton } from '../../../ui/feedback/States.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { locationsQuery, removeLocation } from '../api.ts';
import { useRefreshStartup } from '../../../lib/session/useRefreshStartup.ts';

/** Prefetches the locations while the chunk is loading. */
export const loader = prefetching(({ organization }) => [locationsQuery(organization.guid)]);

/** Maximum number of industries listed by name; the rest are counted. */
const MAX_LISTED = 3;

function industriesOf({ sectorAndIndustries }: OperatingLocation): string {
  const titles = sectorAndIndustries.flatMap(({ industries }) => industries.map(({ title }) => title));
  if (titles.length === 0) return 'No industries yet';
  const more = titles.length - MAX_LISTED;
  return more > 0 ? `${titles.slice(0, MAX_LISTED).join(', ')} and ${more} more` : titles.join(', ');
}

/** Locations of the organization with their industries: readable for all members, editable with permission. */
export function Component() {
  const { organization, modules } = useStarted();
  const may = useMay('UPDATE_ORGANIZATION_INDUSTRIES_AND_ROLES') && modules.has('manageRegionsAndIndustries');
  const [removing, setRemoving] = useState<OperatingLocation | null>(null);
  const query = useQuery(locationsQuery(organization.guid));
  const add = may && (
    <ButtonLink variant="primary" to={organizationsPaths.addLocation()} leading={<IconPlus size={20} aria-hidden />}>
      Add a location
    </ButtonLink>
  );
  return (
    <>
      <PageHeader
        title="Locations"
        meta={`Where ${organization.name} operates, and in which industries.`}
        actions={query.data?.items.length === 0 ? undefined : add}
      />
      <QueryView query={query} skeleton={<Skeleton widths={['38%', '92%', '92%']} />}>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState
              icon={IconMapPin}
              title="No locations yet"
              text="A location is a province, a territory or a state, with the industries that you work in there."
              action={add}
            />
          ) : (
            <RowList label="Locations">
              {items.map((location) => (
                <Row
                  key={location.region.guid}
                  icon={IconMapPin}
                  title={location.region.name}
                  badge={location.isPrimary && <Badge icon={IconStar}>Primary</Badge>}
                  over={location.region.groupName}
                  under={industriesOf(location)}
                  actions={
                    may && (
                      <>
                        <ButtonLink to={organizationsPaths.editCodes(location.region.guid)}>
                          Change industries<VisuallyHidden> in {location.region.name}</VisuallyHidden>
                        </ButtonLink>
                        <Button onClick={() => setRemoving(location)}>
                          Remove…<VisuallyHidden> {location.region.name}</VisuallyHidden>
                        </Button>
                      </>
                    )
                  }
                />
              ))}
            </RowList>
          )
        }
      </QueryView>
      {removing && <RemoveDialog location={removing} onClose={() => setRemoving(null)} />}
    </>
  );
}

function RemoveDialog({
  location: { region, isPrimary },
  onClose,
}: {
  location: OperatingLocation;
  onClose: () => void;
}) {
  const orgGuid = useStarted().organization.guid;
  const { send } = useCommand(removeLocation);
  const refreshStartup = useRefreshStartup();
  return (
    <RemovalDialog
      title={`Remove ${region.name}`}
      text={
        isPrimary
          ? 'It is the primary location; the oldest of the others takes its place. Events and worksites there remain.'
          : 'Events and worksites there remain.'
      }
      refused={`${region.name} was not removed`}
      done={`${region.name} was removed`}
      send={(key) => send({ asked: { params: { orgGuid, regionGuid: region.guid } }, key })}
      onDone={refreshStartup}
      onClose={onClose}
    />
  );
}
