import { Outlet } from 'react-router';
import { textOf } from '@plimsoll/contracts/errors/errors';
import { paths } from '../lib/url/paths.ts';
import type { Permission } from '../lib/session/permissions.ts';
import { useMay } from '../lib/session/startup.ts';
import { ForbiddenState } from '../ui/feedback/States.tsx';

/** Makes the route around pages that are for those who hold a permission. */
export const permissionGate = (permission: Permission) =>
  function PermissionGate() {
    return useMay(permission) ? <Outlet /> : <ForbiddenState page text={textOf('Forbidden')} to={paths.home()} />;
  };
