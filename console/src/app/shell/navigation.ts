import type { Module } from '@plimsoll/contracts/organizations/features';
import type { ExternalSystem } from '@plimsoll/contracts/organizations/organization-fields';
import { isIntracAlone } from '../intrac.ts';
import { incidentsPaths } from '../../features/incidents/paths.ts';
import { membersPaths, membersPattern } from '../../features/members/paths.ts';
import { metricsPaths } from '../../features/metrics/paths.ts';
import { paths } from '../../lib/url/paths.ts';
import type { Started } from '../../lib/session/startup.ts';

interface ModuleLink {
  label: string;
  to: string;
  module: Module;
  /** Path prefixes of the pages that belong to the link. */
  areas: readonly string[];
}

/** Links of the top bar, in the order of the specification. Modules that do not exist yet are omitted. */
const links: readonly ModuleLink[] = [
  { label: 'You', to: metricsPaths.dashboard(), module: 'dashboard', areas: ['/dashboard'] },
  {
    label: 'Your Organization',
    to: membersPaths.people(),
    module: 'yourOrganization',
    areas: [membersPattern.organization],
  },
  {
    label: 'Events',
    to: incidentsPaths.eventList(),
    module: 'events',
    areas: ['/events', '/my-reports', '/tasks', '/corrective-actions', '/alarms'],
  },
];

/** The only link of organizations that have nothing but intrac. */
const courses: ModuleLink = { label: 'Courses', to: paths.intrac(), module: 'intrac', areas: ['/intrac'] };

/** Links of the modules that the organization has switched on. */
export const linksFor = (modules: ReadonlySet<Module>): readonly ModuleLink[] =>
  isIntracAlone(modules) ? [courses] : links.filter(({ module }) => modules.has(module));

/**
 * Links to external systems: course systems only if their module is on. None if intrac is the only module, since its
 * page lists them.
 */
export const externalLinksFor = ({
  modules,
  organization,
}: Pick<Started, 'modules' | 'organization'>): readonly ExternalSystem[] =>
  isIntracAlone(modules)
    ? []
    : organization.externalSystems.filter(
        ({ kind }) => kind === 'OTHER' || modules.has(kind === 'INTRAC' ? 'intrac' : 'bistrainer'),
      );

/** Whether a path is an area's path or below it. */
export const isWithin = (pathname: string, area: string): boolean =>
  pathname === area || pathname.startsWith(`${area}/`);
