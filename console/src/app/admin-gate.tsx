import { Outlet } from 'react-router';
import { textOf } from '@plimsoll/contracts/errors/errors';
import { paths } from '../lib/url/paths.ts';
import { useStarted } from '../lib/session/startup.ts';
import { ForbiddenState } from '../ui/feedback/States.tsx';

/** The route around pages that are for an organization's admins. */
export function AdminGate() {
  return useStarted().organization.isAdmin ? (
    <Outlet />
  ) : (
    <ForbiddenState page text={textOf('Forbidden')} to={paths.home()} />
  );
}
