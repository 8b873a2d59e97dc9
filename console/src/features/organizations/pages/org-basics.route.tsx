import { redirect, useLoaderData, useNavigate, type LoaderFunctionArgs } from 'react-router';
import type { Startup } from '@plimsoll/contracts/organizations/answers';
import { sizeRanges, type SizeRange } from '@plimsoll/contracts/organizations/features';
import {
  foundOrganizationRequest,
  updateOrganizationRequest,
  type OrganizationAnswer,
} from '@plimsoll/contracts/organizations/settings';
import { useChosen, type CommandForm } from '../../../lib/forms/command-form.ts';
import { useCommand } from '../../../lib/api/command.ts';
import type { DraftHandle } from '../../../lib/forms/drafts.ts';
import { decodeOnboarding, encodedOnboardingIn } from '../public/encoded-onboarding.ts';
import { joiningPaths } from '../../joining/paths.ts';
import { foundingPaths } from '../founding-paths.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { enterOrganization, forgetStartup, newestStartupQuery, requireSession } from '../../../lib/session/startup.ts';
import { ChoiceField } from '../../../ui/inputs/ChoiceField.tsx';
import { FindField } from '../../../ui/inputs/FindField.tsx';
import { TextField } from '../../../ui/inputs/TextField.tsx';
import { foundOrganization, organizationQuery, updateOrganization } from '../api.ts';
import { SET_UP } from '../../joining/public/labels.ts';
import { OnboardingDraft, useDraftForm } from '../public/onboarding-drafts.tsx';
import { Step, StepForm } from '../public/Step.tsx';
import { ORGANIZATION_MISSING } from '../public/onboarding-labels.ts';
import { loadUnfinished, SETTING_UP } from '../onboarding/unfinished.ts';

interface Basics {
  name: string;
  sizeRange: SizeRange | null;
  timeZone: string;
}

interface Loaded {
  userGuid: string;
  /** Null for a new organization. */
  organization: OrganizationAnswer | null;
  prefilled: NonNullable<Startup['prefilledOnboarding']>['basics'] | null;
}

/**
 * For users without an organization, or with `new` in the URL, starts a new one; else continues with the unfinished
 * one.
 */
export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const { sub: userGuid, organizations } = await requireSession(request);
  const { searchParams } = new URL(request.url);
  if (organizations.length > 0 && !searchParams.has('new')) {
    const { guid } = (await loadUnfinished(request)).organization;
    return { userGuid, organization: await queryClient.fetchQuery(organizationQuery(guid)), prefilled: null };
  }
  const { memberships, prefilledOnboarding } = await queryClient.fetchQuery(newestStartupQuery());
  // They were let in after their access token was issued.
  if (memberships.length > organizations.length && organizations.length === 0) throw redirect(joiningPaths.welcome());
  const encoded = encodedOnboardingIn(searchParams);
  return {
    userGuid,
    organization: null,
    prefilled: ((encoded && (await decodeOnboarding(encoded))) || prefilledOnboarding)?.basics ?? null,
  };
}

/** First step of the setup: name, size and time zone. */
export function Component() {
  const { userGuid, organization, prefilled } = useLoaderData<Loaded>();
  const key = `${userGuid}:${organization?.guid ?? 'new'}:basics`;
  return (
    <Step
      number={1}
      of={SETTING_UP}
      title={organization ? 'About your organization' : SET_UP}
      lead={organization ? `You are setting up ${organization.name}.` : 'You become its first administrator.'}
    >
      <OnboardingDraft<Basics> key={key} name={key}>
        {(draft) =>
          organization ? (
            <Change draft={draft} organization={organization} />
          ) : (
            <Found draft={draft} userGuid={userGuid} prefilled={prefilled} />
          )
        }
      </OnboardingDraft>
    </Step>
  );
}

const missing = ({ name, sizeRange }: Basics) => [
  ...(name.trim() ? [] : [{ field: 'name', message: ORGANIZATION_MISSING }]),
  ...(sizeRange ? [] : [{ field: 'sizeRange', message: "Please enter your organization's approximate size" }]),
];

const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

function Found({
  draft,
  userGuid,
  prefilled,
}: {
  draft: DraftHandle<Basics>;
  userGuid: string;
  prefilled: Loaded['prefilled'];
}) {
  const { send } = useCommand(foundOrganization);
  const navigate = useNavigate();
  const form = useDraftForm(draft, foundOrganizationRequest, {
    start: { name: prefilled?.organizationName ?? '', sizeRange: prefilled?.sizeRange ?? null, timeZone: ownZone() },
    bodyOf: ({ name, sizeRange, timeZone }: Basics) => ({
      creatorGuid: userGuid,
      name,
      sizeRange: sizeRange!,
      timeZone,
    }),
    check: missing,
    send: (body, key) => send({ asked: { body }, key }),
    onDone: async ({ guid }) => {
      await enterOrganization(guid);
      await navigate(foundingPaths.primaryLocation(), { replace: true });
    },
  });
  return <Fields form={form} refused="Your organization was not set up" back={joiningPaths.welcome('all')} />;
}

function Change({ draft, organization }: { draft: DraftHandle<Basics>; organization: OrganizationAnswer }) {
  const { guid: orgGuid, name, sizeRange, timeZone, revision } = organization;
  const { send } = useCommand(updateOrganization);
  const navigate = useNavigate();
  const form = useDraftForm(draft, updateOrganizationRequest, {
    start: { name, sizeRange, timeZone },
    bodyOf: (fields: Basics) => ({ name: fields.name, sizeRange: fields.sizeRange!, timeZone: fields.timeZone }),
    check: missing,
    send: (body, key) => send({ asked: { params: { orgGuid }, body }, key, revision }),
    onDone: () => {
      forgetStartup();
      void navigate(foundingPaths.primaryLocation());
    },
  });
  return <Fields form={form} refused="Your organization was not changed" />;
}

function Fields({
  form,
  refused,
  back,
}: {
  form: CommandForm<Basics> & { status: string | null };
  refused: string;
  back?: string;
}) {
  const size = useChosen(form, 'sizeRange');
  const zone = useChosen(form, 'timeZone');
  const errors = form.stale ? [...form.errors, { field: null, message: form.stale.message }] : form.errors;
  return (
    <StepForm form={{ ...form, errors }} refused={refused} status={form.status} back={back}>
      <TextField label="Organization name" autoComplete="organization" {...form.typed('name')} />
      <ChoiceField label="How many people work there?" columns={2} {...size} options={sizes} />
      <FindField label="Time zone" hint="Its days and months begin by these clocks." {...zone} options={zones()} />
    </StepForm>
  );
}

const sizes = Object.entries(sizeRanges).map(([value, label]) => ({ value: value as SizeRange, label }));

const zones = () =>
  [...new Set([ownZone(), 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
    value,
    label: value.replaceAll('_', ' '),
  }));
