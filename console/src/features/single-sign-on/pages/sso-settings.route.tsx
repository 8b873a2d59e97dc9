import { useQuery } from '@tanstack/react-query';
import type { LoaderFunctionArgs } from 'react-router';
import { textOf } from '@plimsoll/contracts/errors/errors';
import { paths } from '../../../lib/url/paths.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { loadStartup, useStarted } from '../../../lib/session/startup.ts';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { QueryView } from '../../../ui/data/QueryView.tsx';
import { Stack } from '../../../ui/layout/Section.tsx';
import { ForbiddenState, Skeleton } from '../../../ui/feedback/States.tsx';
import { domainsQuery, ssoQuery } from '../api.ts';
import { DomainsSection } from '../components/DomainsSection.tsx';
import { ProviderSection } from '../components/ProviderSection.tsx';
import { ServiceSection } from '../components/ServiceSection.tsx';
import { StateSection } from '../components/StateSection.tsx';

/** Prefetches the settings while the chunk is loading. */
export async function loader({ request }: LoaderFunctionArgs): Promise<null> {
  const {
    organization: { guid, isAdmin },
  } = await loadStartup(request);
  if (isAdmin) void queryClient.prefetchQuery(ssoQuery(guid));
  if (isAdmin) void queryClient.prefetchQuery(domainsQuery(guid));
  return null;
}

/** Sign-in settings of the organization. */
export function Component() {
  return useStarted().organization.isAdmin ? (
    <Settings />
  ) : (
    <ForbiddenState page text={textOf('Forbidden')} to={paths.home()} />
  );
}

function Settings() {
  const { guid } = useStarted().organization;
  const query = useQuery(ssoQuery(guid));
  return (
    <>
      <PageHeader title="Sign-in" meta="With passwords, or through an identity provider of your own." />
      <Stack>
        <QueryView query={query} skeleton={<Skeleton widths={['24%', '92%', '92%', '24%', '92%', '92%']} />}>
          {(settings) => (
            <Stack>
              <StateSection settings={settings} />
              <ProviderSection settings={settings} />
              <ServiceSection service={settings.serviceProvider} />
            </Stack>
          )}
        </QueryView>
        <DomainsSection />
      </Stack>
    </>
  );
}
