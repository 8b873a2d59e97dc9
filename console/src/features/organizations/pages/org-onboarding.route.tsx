import { Outlet, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { StartedContext, type Started } from '../../../lib/session/startup.ts';
import { loadUnfinished } from '../onboarding/unfinished.ts';

export const loader = ({ request }: LoaderFunctionArgs): Promise<Started> => loadUnfinished(request);

/** Around the steps that set up an organization which is there already. */
export function Component() {
  return (
    <StartedContext value={useLoaderData<Started>()}>
      <Outlet />
    </StartedContext>
  );
}
