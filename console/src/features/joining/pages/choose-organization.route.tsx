import { IconBuilding, IconBuildingPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { redirect, useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router';
import type { Startup } from '@plimsoll/contracts/organizations/answers';
import { joiningPaths } from '../paths.ts';
import { paths } from '../../../lib/url/paths.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { rememberOrganization, requireSession, returnAddress } from '../../../lib/session/startup.ts';
import { startupQuery } from '../../../lib/session/startup-query.ts';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { ownInvitationsQuery } from '../api.ts';
import { ButtonChoice, Choices, LinkChoice } from '../public/Choice.tsx';
import css from '../public/Choice.module.css';
import { Invitations } from '../components/Invitations.tsx';

export async function loader({ request }: LoaderFunctionArgs): Promise<null> {
  const { organizations } = await requireSession(request);
  if (organizations.length === 0) throw redirect(joiningPaths.welcome());
  void queryClient.prefetchQuery(startupQuery(undefined));
  void queryClient.prefetchQuery(ownInvitationsQuery());
  return null;
}

/** Lets a user with several organizations choose which one to open. */
export function Component() {
  const query = useQuery(startupQuery(undefined));
  const invitations = useQuery(ownInvitationsQuery()).data?.items ?? [];
  const navigate = useNavigate();
  const [search] = useSearchParams();

  function open({ user }: Startup, organizationGuid: string) {
    rememberOrganization(user.guid, organizationGuid);
    void navigate(returnAddress(search.toString()) ?? paths.home(), { replace: true });
  }

  return (
    <div className={css.page}>
      <PageHeader title="Choose an organization" />
      <QueryView query={query}>
        {(startup) => (
          <Choices label="Organizations">
            {startup.memberships.map(({ organizationGuid, organizationName, isAdmin }) => (
              <ButtonChoice
                key={organizationGuid}
                icon={IconBuilding}
                title={organizationName}
                text={isAdmin && 'Administrator'}
                onPress={() => open(startup, organizationGuid)}
              />
            ))}
            <LinkChoice icon={IconBuildingPlus} to={paths.newOrganization()} title="Set up another organization" />
          </Choices>
        )}
      </QueryView>
      <Invitations items={invitations} />
    </div>
  );
}
