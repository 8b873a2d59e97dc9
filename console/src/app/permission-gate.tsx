import { Outlet } from 'react-router';
import { textOf } from '@plimsoll/contracts/errors/errors';
import { paths } from '../lib/paths.ts';
import type { Permission } from '../lib/permissions.ts';
import { useMay } from '../lib/startup.ts';
import { ForbiddenState } from '../ui/States.tsx';

/** Makes the route around pages that are for those who hold a permission. */
export const permissionGate = (permission: Permission) =>
  function PermissionGate() {
    return useMay(permission) ? <Outlet /> : <ForbiddenState page text={textOf('Forbidden')} to={paths.home()} />;
  };
