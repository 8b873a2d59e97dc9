import { Navigate, useOutletContext } from 'react-router';
import { addLocationRequest } from '@plimsoll/contracts/organizations/settings';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useChosen, useCommandForm } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { foundingPaths } from '../founding-paths.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { addLocation } from '../api.ts';
import type { AddingLocation } from '../onboarding/adding-location.ts';
import { IndustryField } from '../onboarding/IndustryField.tsx';
import { Step, StepForm } from '../public/Step.tsx';
import {
  INDUSTRIES_MISSING,
  LOCATION_NOT_ADDED,
  LOCATION_PROBLEM,
  industriesQuestion,
} from '../public/onboarding-labels.ts';
import { ADDING_LOCATION } from '../onboarding/unfinished.ts';

/** Second step of adding a location: its industries. Sends the location. */
export function Component() {
  const adding = useOutletContext<AddingLocation>();
  return adding.location.regionGuid ? <Codes {...adding} /> : <Navigate to={foundingPaths.addLocation()} replace />;
}

function Codes({ location: { regionGuid, industryGuids }, status, choose, end, cancel }: AddingLocation) {
  const { organization, regions } = useStarted();
  const { send } = useCommand(addLocation);
  const region = regions.find(({ guid }) => guid === regionGuid);
  const form = useCommandForm(addLocationRequest, {
    start: { industryGuids },
    bodyOf: (fields: { industryGuids: string[] }) => ({ regionGuid, industryGuids: fields.industryGuids }),
    check: (fields) =>
      fields.industryGuids.length > 0 ? [] : [{ field: 'industryGuids', message: INDUSTRIES_MISSING }],
    place: (field) => (field.startsWith('industryGuids') ? 'industryGuids' : null),
    onTyped: choose,
    send: (body, key) =>
      send({ asked: { params: { orgGuid: organization.guid }, body }, key }).catch((error: unknown) => {
        showAlert({ type: 'error', title: LOCATION_PROBLEM, subtitle: errorText(error) });
        throw error;
      }),
    onDone: () => {
      showAlert({ type: 'success', title: `${region?.name ?? 'The location'} was added` });
      void end();
    },
  });
  const { onBlur: _, ...industries } = useChosen(form, 'industryGuids');
  return (
    <Step
      number={2}
      of={ADDING_LOCATION}
      title="Industries there"
      lead={industriesQuestion(organization.name, region?.name ?? 'this region')}
    >
      <StepForm
        form={form}
        refused={LOCATION_NOT_ADDED}
        status={status}
        next="Add location"
        back={foundingPaths.addLocation()}
        onCancel={cancel}
      >
        <IndustryField regionGuid={regionGuid} {...industries} />
      </StepForm>
    </Step>
  );
}
