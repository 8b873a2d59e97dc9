import { useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { ClosedAccount } from '../../../components/ClosedAccount.tsx';
import { queryClient } from '../../../lib/api/query-client.ts';
import { lastSignedIn } from '../../../lib/session/session.ts';
import { requireSession } from '../../../lib/session/startup.ts';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Stack } from '../../../ui/layout/Section.tsx';
import { Skeleton } from '../../../ui/feedback/States.tsx';
import { OrganizationsSection } from '../account/OrganizationsSection.tsx';
import { AddressesSection } from '../account/AddressesSection.tsx';
import { PasswordSection } from '../account/PasswordSection.tsx';
import { SecondFactorsSection } from '../account/SecondFactorsSection.tsx';
import { SessionsSection } from '../account/SessionsSection.tsx';
import { StaffSection } from '../account/StaffSection.tsx';
import { YouSection } from '../account/YouSection.tsx';
import { secondFactorsQuery, sessionsQuery, userQuery } from '../api.ts';

/** Prefetches the account while the chunk loads. */
export async function loader({ request }: LoaderFunctionArgs): Promise<null> {
  const { sub } = await requireSession(request);
  void queryClient.prefetchQuery(userQuery(sub));
  void queryClient.prefetchQuery(secondFactorsQuery(sub));
  void queryClient.prefetchQuery(sessionsQuery(sub));
  return null;
}

/** Settings of the user's own account. */
export function Component() {
  const userGuid = lastSignedIn()!;
  const query = useQuery(userQuery(userGuid));
  if (query.error instanceof ApiProblem && query.error.className === 'Forbidden')
    return (
      <>
        <PageHeader title="Your Settings" />
        <ClosedAccount />
      </>
    );
  return (
    <>
      <PageHeader title="Your Settings" meta="One account, whatever organizations you belong to." />
      <Stack>
        <QueryView query={query} skeleton={<Skeleton widths={['24%', '92%', '92%', '92%', '24%', '92%']} />}>
          {(user) => (
            <Stack>
              <YouSection user={user} />
              <AddressesSection user={user} />
              <PasswordSection user={user} />
              <OrganizationsSection user={user} />
              {user.globalAdmin && <StaffSection />}
            </Stack>
          )}
        </QueryView>
        <SecondFactorsSection userGuid={userGuid} />
        <SessionsSection userGuid={userGuid} />
      </Stack>
    </>
  );
}
