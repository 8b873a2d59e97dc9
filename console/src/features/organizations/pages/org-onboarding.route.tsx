import { Outlet, useLoaderData, type LoaderFunctionArgs } from 'react-router';
import { StartedContext, type Started } from '../../../lib/session/startup.ts';
import { loadUnfinished } from '../onboarding/unfinished.ts';

export const loader = ({ request }: LoaderFunctionArgs): Promise<Started> => loadUnfinished(request);

/** Layout of the setup steps of an existing organization. */
export function Component() {
  return (
    <StartedContext value={useLoaderData<Started>()}>
      <Outlet />
    </StartedContext>
  );
}
