import { useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router';
import type { OperatingLocation } from '@plimsoll/contracts/organizations/settings';
import { useChosen } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import type { DraftHandle } from '../../../lib/forms/drafts.ts';
import { foundingPaths } from '../founding-paths.ts';
import { newGuid } from '../../../lib/format/ids.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { addLocation, removeLocation } from '../api.ts';
import { OnboardingDraft, useDraftForm } from '../public/onboarding-drafts.tsx';
import { RegionField } from '../onboarding/RegionField.tsx';
import { Step, StepForm } from '../public/Step.tsx';
import { loadLocations, SETTING_UP } from '../onboarding/unfinished.ts';
import { useFinish } from '../onboarding/useFinish.ts';

export const loader = ({ request }: LoaderFunctionArgs): Promise<OperatingLocation[]> => loadLocations(request);

/**
 * Second step of the setup: the primary location. Skipping it completes the setup, since the later steps depend on it.
 */
export function Component() {
  const { user, organization } = useStarted();
  const locations = useLoaderData<OperatingLocation[]>();
  const key = `${user.guid}:${organization.guid}:primary-location`;
  return (
    <Step number={2} of={SETTING_UP} title="Primary location" lead={`Where does ${organization.name} operate?`}>
      <OnboardingDraft<Chosen> name={key}>
        {(draft) => <PrimaryLocation draft={draft} locations={locations} />}
      </OnboardingDraft>
    </Step>
  );
}

interface Chosen {
  regionGuid: string;
}

function PrimaryLocation({
  draft,
  locations: [primary, ...others],
}: {
  draft: DraftHandle<Chosen>;
  locations: readonly OperatingLocation[];
}) {
  const orgGuid = useStarted().organization.guid;
  const add = useCommand(addLocation);
  const remove = useCommand(removeLocation);
  const navigate = useNavigate();
  const { finish, isFinishing } = useFinish();
  const former = primary?.region.guid ?? '';

  /** Adds the new location before removing the old one, so that there is always one. */
  async function save(regionGuid: string, key: string) {
    if (regionGuid === former) return;
    await add.send({ asked: { params: { orgGuid }, body: { regionGuid, industryGuids: [] } }, key });
    if (former) await remove.send({ asked: { params: { orgGuid, regionGuid: former } }, key: newGuid() });
  }
  const form = useDraftForm(draft, null, {
    start: { regionGuid: former },
    bodyOf: ({ regionGuid }: Chosen) => regionGuid,
    check: ({ regionGuid }) =>
      regionGuid
        ? []
        : [{ field: 'regionGuid', message: "Please enter your organization's primary location of operation" }],
    send: save,
    onDone: () => void navigate(foundingPaths.codes()),
  });
  const region = useChosen(form, 'regionGuid');
  return (
    <StepForm
      form={form}
      refused="The location was not saved"
      status={form.status}
      back={foundingPaths.basics()}
      onSkip={primary ? undefined : () => void finish()}
      skipping={isFinishing}
    >
      {others.length > 0 ? (
        <Banner>
          {primary!.region.name} is the primary location, since it was added first. Remove it in the last step to make
          the next one primary.
        </Banner>
      ) : (
        <RegionField label="Region" {...region} />
      )}
    </StepForm>
  );
}
