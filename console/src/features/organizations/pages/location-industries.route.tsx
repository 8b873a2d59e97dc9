import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { changeLocationRequest, type OperatingLocation } from '@plimsoll/contracts/organizations/settings';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useChosen, useCommandForm } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { prefetching } from '../../../lib/api/loader.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { organizationsPaths } from '../paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { NotFoundState } from '../../../ui/feedback/States.tsx';
import { changeLocation, industriesQuery, locationsQuery } from '../api.ts';
import { IndustryField } from '../onboarding/IndustryField.tsx';
import { StepForm } from '../public/Step.tsx';
import { INDUSTRIES_MISSING, LOCATION_PROBLEM, industriesQuestion } from '../public/onboarding-labels.ts';

/** Prefetches locations and industries while the chunk is loading. */
export const loader = prefetching(({ organization, regions }, { search }) => {
  const region = regions.find(({ guid }) => guid === search.get('region'));
  return [locationsQuery(organization.guid), ...(region ? [industriesQuery(region.guid)] : [])];
});

/** Form for the industries of a location. */
export function Component() {
  const { organization } = useStarted();
  const [search] = useSearchParams();
  const query = useQuery(locationsQuery(organization.guid));
  return (
    <QueryView query={query}>
      {({ items }) => {
        const location = items.find(({ region }) => region.guid === search.get('region'));
        if (location) return <Industries key={location.region.guid} location={location} />;
        return (
          <NotFoundState
            title="You do not operate there"
            text="The location was removed, or the address is mistyped."
            action={<ButtonLink to={organizationsPaths.codes()}>Go to locations</ButtonLink>}
          />
        );
      }}
    </QueryView>
  );
}

function Industries({ location: { region, industryGuids } }: { location: OperatingLocation }) {
  const { organization } = useStarted();
  const { send } = useCommand(changeLocation);
  const navigate = useNavigate();
  const leave = () => void navigate(organizationsPaths.codes());
  const form = useCommandForm(changeLocationRequest, {
    start: { industryGuids: [...industryGuids] },
    bodyOf: (fields: { industryGuids: string[] }) => fields,
    check: (fields) =>
      fields.industryGuids.length > 0 ? [] : [{ field: 'industryGuids', message: INDUSTRIES_MISSING }],
    place: (field) => (field.startsWith('industryGuids') ? 'industryGuids' : null),
    send: (body, key) =>
      send({ asked: { params: { orgGuid: organization.guid, regionGuid: region.guid }, body }, key }).catch(
        (error: unknown) => {
          showAlert({ type: 'error', title: LOCATION_PROBLEM, subtitle: errorText(error) });
          throw error;
        },
      ),
    onDone: () => {
      showAlert({ type: 'success', title: `The industries in ${region.name} were changed` });
      leave();
    },
  });
  const { onBlur: _, ...industries } = useChosen(form, 'industryGuids');
  return (
    <>
      <PageHeader title={`Industries in ${region.name}`} meta={industriesQuestion(organization.name, region.name)} />
      <StepForm form={form} refused="The industries were not changed" next="Save industries" onCancel={leave}>
        <IndustryField regionGuid={region.guid} {...industries} />
      </StepForm>
    </>
  );
}
