import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import type { OperatingLocation } from '@plimsoll/contracts/organizations/settings';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand, useFormKey } from '../../../lib/api/command.ts';
import { useDrafts } from '../../../lib/forms/drafts.ts';
import { foundingPaths } from '../founding-paths.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Badge } from '../../../ui/feedback/Badge.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { Button, ButtonLink } from '../../../ui/inputs/Button.tsx';
import { ConfirmDialog } from '../../../ui/feedback/Dialog.tsx';
import { Row, RowList } from '../../../ui/data/RowList.tsx';
import { SubmitButton } from '../../../ui/inputs/SubmitButton.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { locationsQuery, removeLocation } from '../api.ts';
import css from '../public/Step.module.css';
import { Step } from '../public/Step.tsx';
import { loadLocations, SETTING_UP } from '../onboarding/unfinished.ts';
import { useFinish } from '../onboarding/useFinish.ts';

export async function loader({ request }: LoaderFunctionArgs): Promise<OperatingLocation[]> {
  const locations = await loadLocations(request);
  if (locations.length === 0) throw redirect(foundingPaths.primaryLocation());
  return locations;
}

/** Last step of the setup: all locations. */
export function Component() {
  const { user, organization } = useStarted();
  const loaded = useLoaderData<OperatingLocation[]>();
  const locations = useQuery(locationsQuery(organization.guid)).data?.items ?? loaded;
  const begun = useDrafts(`dialog:${user.guid}:${organization.guid}:add-location`);
  const { finish, isFinishing } = useFinish();
  const [leaving, setLeaving] = useState<OperatingLocation | null>(null);
  return (
    <Step number={4} of={SETTING_UP} title="Locations" lead={`Does ${organization.name} operate elsewhere too?`}>
      {begun.length > 0 && (
        <div className={css.list}>
          <Banner
            action={
              <ButtonLink size="s" to={foundingPaths.addLocation()}>
                Go on with it
              </ButtonLink>
            }
          >
            You began to add a location on this device.
          </Banner>
        </div>
      )}
      <div className={css.list}>
        <RowList label="Locations">
          {locations.map((location) => (
            <Row
              key={location.region.guid}
              title={location.region.name}
              badge={location.isPrimary && <Badge>Primary</Badge>}
              under={industriesOf(location)}
              actions={
                locations.length > 1 && (
                  <Button onClick={() => setLeaving(location)}>
                    Remove…<VisuallyHidden> {location.region.name}</VisuallyHidden>
                  </Button>
                )
              }
            />
          ))}
        </RowList>
      </div>
      <ButtonLink to={foundingPaths.addLocation()} leading={<IconPlus size={20} aria-hidden />}>
        Add a location
      </ButtonLink>
      <form
        className={css.actions}
        onSubmit={(event) => {
          event.preventDefault();
          void finish();
        }}
      >
        <SubmitButton size="l" busy={isFinishing}>
          Finish
        </SubmitButton>
        <span className={css.grow} />
        <ButtonLink size="l" variant="quiet" to={foundingPaths.codes()}>
          Back
        </ButtonLink>
      </form>
      {leaving && <RemoveDialog location={leaving} onClose={() => setLeaving(null)} />}
    </Step>
  );
}

function industriesOf({ sectorAndIndustries }: OperatingLocation): string {
  const titles = sectorAndIndustries.flatMap(({ industries }) => industries.map(({ title }) => title));
  if (titles.length === 0) return 'No industries yet';
  return titles.length > 3 ? `${titles.slice(0, 3).join(', ')} and ${titles.length - 3} more` : titles.join(', ');
}

function RemoveDialog({
  location: { region, isPrimary },
  onClose,
}: {
  location: OperatingLocation;
  onClose: () => void;
}) {
  const orgGuid = useStarted().organization.guid;
  const { send, isPending } = useCommand(removeLocation);
  const { key } = useFormKey();
  const remove = async () => {
    try {
      await send({ asked: { params: { orgGuid, regionGuid: region.guid } }, key });
      showAlert({ type: 'success', title: `${region.name} was removed` });
    } catch (error) {
      showAlert({ type: 'error', title: `${region.name} was not removed`, subtitle: errorText(error) });
    }
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      danger
      busy={isPending}
      title={`Remove ${region.name}`}
      text={
        isPrimary
          ? 'Its industries go with it, and the location that was added next becomes the primary one.'
          : 'Its industries go with it.'
      }
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
