import { IconBuilding, IconBuildingPlus } from '@tabler/icons-react';
import { Link, redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { decodeOnboarding, encodedOnboardingIn } from '../../organizations/public/encoded-onboarding.ts';
import { joiningPaths } from '../paths.ts';
import { foundingPaths } from '../../organizations/founding-paths.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { newestStartupQuery, requireSession } from '../../../lib/session/startup.ts';
import { PageHeader } from '../../../ui/layout/PageHeader.tsx';
import { matchingOrganizationsQuery } from '../api.ts';
import { Choices, LinkChoice } from '../public/Choice.tsx';
import css from '../public/Choice.module.css';
import { WAYS } from '../public/labels.ts';

interface Loaded {
  name: string;
  /** Onboarding data that a partner prefilled, encoded as in the URL. */
  encoded: string | undefined;
  items: readonly { guid: string; name: string }[];
}

/** Loads organizations that have the name of the prefilled one; redirects to setting it up if there are none. */
export async function loader({ request }: LoaderFunctionArgs): Promise<Loaded> {
  await requireSession(request);
  const encoded = encodedOnboardingIn(new URL(request.url).searchParams) ?? undefined;
  const onboarding = encoded
    ? await decodeOnboarding(encoded)
    : (await queryClient.fetchQuery(newestStartupQuery())).prefilledOnboarding;
  if (!onboarding) throw redirect(joiningPaths.welcome('all'));
  const name = onboarding.basics.organizationName;
  const { items } = await queryClient.fetchQuery(matchingOrganizationsQuery(name));
  if (items.length === 0) throw redirect(foundingPaths.basics(encoded));
  return { name, encoded, items };
}

/** Warning before an organization is set up twice. */
export function Component() {
  const { name, encoded, items } = useLoaderData<Loaded>();
  return (
    <div className={css.page}>
      <PageHeader
        title={`There is an organization called ${name}`}
        meta="If it is yours, ask to join it instead of setting it up a second time."
      />
      <Choices label={WAYS}>
        {items.map((organization) => (
          <LinkChoice
            key={organization.guid}
            icon={IconBuilding}
            to={joiningPaths.request(organization.guid, name)}
            title={`Ask to join ${organization.name}`}
            text="Its administrators decide."
          />
        ))}
        <LinkChoice
          icon={IconBuildingPlus}
          to={foundingPaths.basics(encoded)}
          title="Set up another one"
          text="It gets an organization ID of its own."
        />
      </Choices>
      <p className={css.foot}>
        <Link to={joiningPaths.welcome('all')}>Other ways</Link>
      </p>
    </div>
  );
}
