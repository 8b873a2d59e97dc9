import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { addLocationRequest } from '@plimsoll/contracts/organizations/settings';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useChosen, useCommandForm } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import type { DraftHandle } from '../../../lib/forms/drafts.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { organizationsPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { addLocation, locationsQuery } from '../api.ts';
import { NOTHING_CHOSEN, type NewLocation } from '../onboarding/adding-location.ts';
import { IndustryField } from '../onboarding/IndustryField.tsx';
import { OnboardingDraft } from '../public/onboarding-drafts.tsx';
import { RegionField } from '../onboarding/RegionField.tsx';
import { StepForm } from '../public/Step.tsx';
import {
  INDUSTRIES_MISSING,
  LOCATION_MISSING,
  LOCATION_NOT_ADDED,
  LOCATION_PROBLEM,
} from '../public/onboarding-labels.ts';
import { useRefreshStartup } from '../../../lib/session/useRefreshStartup.ts';

/** Prefetches the locations while the chunk is loading. They are needed since a region can be added only once. */
export const loader = prefetching(({ organization }) => [locationsQuery(organization.guid)]);

/** Form that adds a location in the settings. Choices are stored on the device until they are sent. */
export function Component() {
  const { user, organization } = useStarted();
  const query = useQuery(locationsQuery(organization.guid));
  return (
    <QueryView query={query}>
      {({ items }) => (
        <OnboardingDraft<NewLocation> name={`${user.guid}:${organization.guid}:settings-add-location`}>
          {(draft) => <NewLocationForm draft={draft} taken={items.map(({ region }) => region.guid)} />}
        </OnboardingDraft>
      )}
    </QueryView>
  );
}

function NewLocationForm({ draft, taken }: { draft: DraftHandle<NewLocation>; taken: readonly string[] }) {
  const { organization, regions } = useStarted();
  const { send } = useCommand(addLocation);
  const navigate = useNavigate();
  const refreshStartup = useRefreshStartup();
  const leave = async () => {
    await draft.discard();
    void navigate(organizationsPaths.codes());
  };
  const form = useCommandForm(addLocationRequest, {
    start: draft.restored?.value ?? NOTHING_CHOSEN,
    bodyOf: ({ regionGuid, industryGuids }: NewLocation) => ({ regionGuid, industryGuids: [...industryGuids] }),
    check: ({ regionGuid, industryGuids }) => [
      ...(regionGuid ? [] : [{ field: 'regionGuid', message: LOCATION_MISSING }]),
      ...(regionGuid && industryGuids.length === 0 ? [{ field: 'industryGuids', message: INDUSTRIES_MISSING }] : []),
    ],
    place: (field) => (field.startsWith('industryGuids') ? 'industryGuids' : field),
    onTyped: (fields) => draft.save(fields),
    send: (body, key) =>
      send({ asked: { params: { orgGuid: organization.guid }, body }, key }).catch((error: unknown) => {
        showAlert({ type: 'error', title: LOCATION_PROBLEM, subtitle: errorText(error) });
        throw error;
      }),
    onDone: ({ region }) => {
      showAlert({ type: 'success', title: `${region.name} was added` });
      refreshStartup();
      void leave();
    },
  });
  const region = useChosen(form, 'regionGuid');
  const { onBlur: _, ...industries } = useChosen(form, 'industryGuids');
  const isKnown = regions.some(({ guid }) => guid === region.value);
  return (
    <>
      <PageHeader title="Add a location" meta="Where else do you operate, and what do you do there?" />
      <StepForm
        form={form}
        refused={LOCATION_NOT_ADDED}
        status={draft.status}
        next="Add location"
        onCancel={() => void leave()}
      >
        <RegionField label="Region" without={taken} {...region} />
        {isKnown && <IndustryField regionGuid={region.value} {...industries} />}
      </StepForm>
    </>
  );
}
