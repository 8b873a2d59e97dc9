import { useLoaderData, useNavigate, useOutletContext, type LoaderFunctionArgs } from 'react-router';
import type { OperatingLocation } from '@plimsoll/contracts/organizations/settings';
import { useChosen, useCommandForm } from '../../../lib/forms/command-form.ts';
import { foundingPaths } from '../founding-paths.ts';
import type { AddingLocation } from '../onboarding/adding-location.ts';
import { RegionField } from '../onboarding/RegionField.tsx';
import { Step, StepForm } from '../public/Step.tsx';
import { LOCATION_MISSING, LOCATION_NOT_ADDED } from '../public/onboarding-labels.ts';
import { ADDING_LOCATION, loadLocations } from '../onboarding/unfinished.ts';

export const loader = ({ request }: LoaderFunctionArgs): Promise<OperatingLocation[]> => loadLocations(request);

/** First step of adding a location: its region. */
export function Component() {
  const locations = useLoaderData<OperatingLocation[]>();
  const { location, status, choose, cancel } = useOutletContext<AddingLocation>();
  const navigate = useNavigate();
  const form = useCommandForm(null, {
    start: { regionGuid: location.regionGuid },
    bodyOf: (fields: { regionGuid: string }) => fields,
    check: ({ regionGuid }) => (regionGuid ? [] : [{ field: 'regionGuid', message: LOCATION_MISSING }]),
    onTyped: choose,
    send: async () => {},
    onDone: () => void navigate(foundingPaths.addLocationCodes()),
  });
  const region = useChosen(form, 'regionGuid');
  return (
    <Step number={1} of={ADDING_LOCATION} title="Add a location" lead="Where else do you operate?">
      <StepForm form={form} refused={LOCATION_NOT_ADDED} status={status} onCancel={cancel}>
        <RegionField label="Region" without={locations.map((each) => each.region.guid)} {...region} />
      </StepForm>
    </Step>
  );
}
