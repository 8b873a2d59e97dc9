import { useState } from 'react';
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { askToJoinRequest } from '@plimsoll/contracts/members/memberships';
import { useCommand } from '../../../lib/api/command.ts';
import type { DraftHandle } from '../../../lib/forms/drafts.ts';
import { joiningPaths } from '../paths.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { requireSession } from '../../../lib/session/startup.ts';
import { ButtonLink } from '../../../ui/inputs/Button.tsx';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { TextArea } from '../../../ui/inputs/TextField.tsx';
import { askToJoin, matchingOrganizationsQuery } from '../api.ts';
import css from '../public/Choice.module.css';
import { OnboardingDraft, useDraftForm } from '../../organizations/public/onboarding-drafts.tsx';
import { StepForm } from '../../organizations/public/Step.tsx';

interface Loaded {
  userGuid: string;
  organization: { guid: string; name: string };
  matching: string;
}

/**
 * Finds the organization of the URL by the search text in it, for its name. Redirects to the search if it is not found.
 */
export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const { sub: userGuid } = await requireSession(request);
  const { searchParams } = new URL(request.url);
  const matching = searchParams.get('matching')?.trim() ?? '';
  const { items } = matching ? await queryClient.fetchQuery(matchingOrganizationsQuery(matching)) : { items: [] };
  const organization = items.find(({ guid }) => guid === searchParams.get('organization'));
  if (!organization) throw redirect(joiningPaths.companyName());
  return { userGuid, organization, matching };
}

/** Form that asks an organization's administrators for membership. */
export function Component() {
  const { userGuid, organization } = useLoaderData<Loaded>();
  const [isSent, setSent] = useState(false);
  const key = `${userGuid}:${organization.guid}:request`;
  if (isSent) {
    return (
      <div className={css.page}>
        <PageHeader
          title="Your request was sent"
          meta={`The administrators of ${organization.name} decide. A mail tells you their answer.`}
        />
        <div className={css.actions}>
          <ButtonLink size="l" variant="primary" to={joiningPaths.welcome('all')} replace>
            Go on
          </ButtonLink>
        </div>
      </div>
    );
  }
  return (
    <div className={css.page}>
      <PageHeader
        title={`Ask to join ${organization.name}`}
        meta="Its administrators see your name and your primary email address."
      />
      <OnboardingDraft<{ message: string }> key={key} name={key}>
        {(draft) => <Request draft={draft} onSent={() => setSent(true)} />}
      </OnboardingDraft>
    </div>
  );
}

function Request({ draft, onSent }: { draft: DraftHandle<{ message: string }>; onSent: () => void }) {
  const { userGuid, organization, matching } = useLoaderData<Loaded>();
  const { send } = useCommand(askToJoin);
  const form = useDraftForm(draft, askToJoinRequest, {
    start: { message: '' },
    bodyOf: ({ message }: { message: string }) => (message.trim() ? { message } : {}),
    send: (body, key) => send({ asked: { params: { orgGuid: organization.guid, userGuid }, body }, key }),
    onDone: onSent,
  });
  return (
    <StepForm
      form={form}
      refused="Your request was not sent"
      status={form.status}
      next="Send request"
      back={joiningPaths.companyName(matching)}
    >
      <TextArea
        label="Message"
        optional
        hint="So that they know who asks: your work, whom you know."
        {...form.typed('message')}
      />
    </StepForm>
  );
}
