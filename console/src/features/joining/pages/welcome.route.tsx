import { IconBuildingPlus, IconUserCog, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import type { Invitation, OwnMembershipRequest } from '@plimsoll/contracts/members/memberships';
import { showAlert } from '../../../lib/format/alerts.ts';
import {
  BROKEN_ONBOARDING,
  decodeOnboarding,
  encodedOnboardingIn,
  type PrefilledOnboarding,
} from '../../organizations/public/encoded-onboarding.ts';
import { joiningPaths } from '../paths.ts';
import { foundingPaths } from '../../organizations/founding-paths.ts';
import { paths } from '../../../lib/url/paths.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { refreshSession } from '../../../lib/session/session.ts';
import { newestStartupQuery, requireSession } from '../../../lib/session/startup.ts';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { matchingOrganizationsQuery, ownInvitationsQuery, ownRequestsQuery } from '../api.ts';
import { Choices, LinkChoice } from '../public/Choice.tsx';
import css from '../public/Choice.module.css';
import { Invitations } from '../components/Invitations.tsx';
import { Requests } from '../components/Requests.tsx';
import { ASK_TO_JOIN, SET_UP, WAYS } from '../public/labels.ts';

interface Loaded {
  invitations: readonly Invitation[];
  userGuid: string;
  requests: readonly OwnMembershipRequest[];
}

/**
 * Redirects users who already belong to an organization. Users with prefilled onboarding data continue with it, unless
 * they have an invitation or a pending request, or ask to see all options.
 */
export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const claims = await requireSession(request);
  const { searchParams } = new URL(request.url);
  const encoded = encodedOnboardingIn(searchParams);
  if (encoded) throw redirect(await nextPathForPartner(encoded));
  const { memberships, prefilledOnboarding } = await queryClient.fetchQuery(newestStartupQuery());
  if (memberships.length > 0) {
    // They were let in after their access token was issued.
    if (claims.organizations.length === 0) await refreshSession();
    throw redirect(paths.home());
  }
  const userGuid = claims.sub;
  const [{ items: invitations }, { items: requests }] = await Promise.all([
    queryClient.fetchQuery(ownInvitationsQuery()),
    queryClient.fetchQuery(ownRequestsQuery(userGuid)),
  ]);
  const showsAll = searchParams.get('shows') === 'all';
  if (
    prefilledOnboarding &&
    !showsAll &&
    invitations.length === 0 &&
    !requests.some(({ status }) => status === 'PENDING')
  )
    throw redirect(await nextPath(prefilledOnboarding));
  return { invitations, userGuid, requests };
}

async function nextPath({ basics: { organizationName } }: PrefilledOnboarding, encoded?: string): Promise<string> {
  const { totalCount } = await queryClient.fetchQuery(matchingOrganizationsQuery(organizationName));
  return totalCount > 0 ? joiningPaths.organizationExists(encoded) : foundingPaths.basics(encoded);
}

/** Next page for prefilled onboarding data of a partner in the URL; applies to members of organizations too. */
async function nextPathForPartner(encoded: string): Promise<string> {
  const onboarding = await decodeOnboarding(encoded);
  if (onboarding) return nextPath(onboarding, encoded);
  showAlert({ type: 'error', title: BROKEN_ONBOARDING });
  return paths.home();
}

/** Start page for users without an organization: invitations, requests, and ways to get one. */
export function Component() {
  const { invitations, userGuid, requests } = useLoaderData<Loaded>();
  const { data } = useQuery(ownInvitationsQuery());
  const requestsQuery = useQuery(ownRequestsQuery(userGuid));
  return (
    <div className={css.page}>
      <PageHeader title="Your account is ready" meta="You do not belong to an organization yet." />
      <Invitations items={data?.items ?? invitations} />
      <Requests items={requestsQuery.data?.items ?? requests} userGuid={userGuid} />
      <Choices label={WAYS}>
        <LinkChoice
          icon={IconBuildingPlus}
          to={foundingPaths.basics()}
          title={SET_UP}
          text="You become its administrator and invite the others."
        />
        <LinkChoice
          icon={IconUsersGroup}
          to={joiningPaths.companyName()}
          title={ASK_TO_JOIN}
          text="Its administrators decide."
        />
        <LinkChoice
          icon={IconUserCog}
          to={paths.personalSettings()}
          title="Your Settings"
          text="Name, addresses, password and two-step sign-in."
        />
      </Choices>
    </div>
  );
}
