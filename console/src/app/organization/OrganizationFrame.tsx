import { Outlet, useLocation } from 'react-router';
import { paths } from '../../lib/url/paths.ts';
import { useStarted } from '../../lib/session/startup.ts';
import { Tabs } from '../../ui/layout/Tabs.tsx';
import { ModuleOff } from '../ModuleOff.tsx';
import { organizationPagesFor } from './organization-navigation.ts';

/** Layout of the organization's pages with tabs. Pages below them have breadcrumbs instead. */
export function OrganizationFrame() {
  const started = useStarted();
  const { pathname } = useLocation();
  const pages = organizationPagesFor(started);
  if (!started.modules.has('yourOrganization'))
    return <ModuleOff title="The Your Organization module is disabled" to={paths.home()} go="Go to dashboard" />;
  return (
    <>
      {pages.length > 1 && pages.some(({ to }) => to === pathname) && (
        <Tabs label={started.organization.name} tabs={pages} />
      )}
      <Outlet />
    </>
  );
}
