import { redirect, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router';
import { changeLocationRequest, type OperatingLocation } from '@plimsoll/contracts/organizations/settings';
import { useChosen } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import type { DraftHandle } from '../../../lib/forms/drafts.ts';
import { foundingPaths } from '../founding-paths.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { changeLocation } from '../api.ts';
import { IndustryField } from '../onboarding/IndustryField.tsx';
import { OnboardingDraft, useDraftForm } from '../public/onboarding-drafts.tsx';
import { Step, StepForm } from '../public/Step.tsx';
import { INDUSTRIES_MISSING, industriesQuestion } from '../public/onboarding-labels.ts';
import { loadLocations, SETTING_UP } from '../onboarding/unfinished.ts';

export async function loader({ request }: LoaderFunctionArgs): Promise<OperatingLocation> {
  const [primary] = await loadLocations(request);
  if (!primary) throw redirect(foundingPaths.primaryLocation());
  return primary;
}

/** Third step of the setup: industries of the primary location. */
export function Component() {
  const { user, organization } = useStarted();
  const primary = useLoaderData<OperatingLocation>();
  const key = `${user.guid}:${organization.guid}:codes:${primary.region.guid}`;
  return (
    <Step
      number={3}
      of={SETTING_UP}
      title="Industries"
      lead={industriesQuestion(organization.name, primary.region.name)}
    >
      <OnboardingDraft<Chosen> key={key} name={key}>
        {(draft) => <PrimaryCodes draft={draft} primary={primary} />}
      </OnboardingDraft>
    </Step>
  );
}

interface Chosen {
  industryGuids: string[];
}

function PrimaryCodes({
  draft,
  primary: { region, industryGuids },
}: {
  draft: DraftHandle<Chosen>;
  primary: OperatingLocation;
}) {
  const orgGuid = useStarted().organization.guid;
  const { send } = useCommand(changeLocation);
  const navigate = useNavigate();
  const continueSetup = () => void navigate(foundingPaths.otherLocations());
  const form = useDraftForm(draft, changeLocationRequest, {
    start: { industryGuids },
    bodyOf: (fields: Chosen) => fields,
    check: (fields) =>
      fields.industryGuids.length > 0 ? [] : [{ field: 'industryGuids', message: INDUSTRIES_MISSING }],
    place: () => 'industryGuids',
    send: (body, key) => send({ asked: { params: { orgGuid, regionGuid: region.guid }, body }, key }),
    onDone: continueSetup,
  });
  const { onBlur: _, ...industries } = useChosen(form, 'industryGuids');
  return (
    <StepForm
      form={form}
      refused="The industries were not saved"
      status={form.status}
      back={foundingPaths.primaryLocation()}
      onSkip={continueSetup}
    >
      <IndustryField regionGuid={region.guid} {...industries} />
    </StepForm>
  );
}
