import type { ComponentType } from 'react';
import { Outlet } from 'react-router';
import { textOf } from '@plimsoll/contracts/errors/errors';
import type { CustomerConfigCode } from '@plimsoll/contracts/organizations/features';
import type { Permission } from '../../lib/session/permissions.ts';
import { useStarted } from '../../lib/session/startup.ts';
import { paths } from '../../lib/url/paths.ts';
import type { Gate } from '../../lib/url/screen.ts';
import { ForbiddenState } from '../../ui/feedback/States.tsx';
import { ModuleOff } from '../ModuleOff.tsx';

function IntracGate() {
  return useStarted().modules.has('intrac') ? <Outlet /> : <ModuleOff to={paths.home()} go="Go to dashboard" />;
}

const Forbidden = () => <ForbiddenState page text={textOf('Forbidden')} to={paths.home()} />;

const AdminGate = () => (useStarted().organization.isAdmin ? <Outlet /> : <Forbidden />);

const permissionGate = (anyOf: readonly Permission[]): ComponentType =>
  function PermissionGate() {
    const { permissions } = useStarted();
    return anyOf.some((permission) => permissions.has(permission)) ? <Outlet /> : <Forbidden />;
  };

const featureGate = (feature: CustomerConfigCode): ComponentType =>
  function FeatureGate() {
    return useStarted().features.has(feature) ? <Outlet /> : <ModuleOff to={paths.settings()} go="Go to settings" />;
  };

/** Component of a gate of lazily loaded routes. */
export function laterGate(gate: Exclude<Gate, { component: unknown }>): ComponentType {
  if ('module' in gate) return IntracGate;
  if ('feature' in gate) return featureGate(gate.feature);
  if ('anyPermission' in gate) return permissionGate(gate.anyPermission);
  return 'permission' in gate ? permissionGate([gate.permission]) : AdminGate;
}
