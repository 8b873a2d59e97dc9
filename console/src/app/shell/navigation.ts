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
  /** Everything below these addresses belongs to it. */
  areas: readonly string[];
}

/** The links of the top bar, in the specification's order. What this version does not have is not in the list. */
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
    areas: ['/events', '/tasks', '/corrective-actions'],
  },
];

/** Where people go who have nothing else here. */
const courses: ModuleLink = { label: 'Courses', to: paths.intrac(), module: 'intrac', areas: ['/intrac'] };

/** The links that an organization sees: those whose module it has switched on. */
export const linksFor = (modules: ReadonlySet<Module>): readonly ModuleLink[] =>
  isIntracAlone(modules) ? [courses] : links.filter(({ module }) => modules.has(module));

/** The organization's own addresses elsewhere: of the courses those whose module is on, and all others. Where there is nothing but intrac its page has them. */
export const externalLinksFor = ({
  modules,
  organization,
}: Pick<Started, 'modules' | 'organization'>): readonly ExternalSystem[] =>
  isIntracAlone(modules)
    ? []
    : organization.externalSystems.filter(
        ({ kind }) => kind === 'OTHER' || modules.has(kind === 'INTRAC' ? 'intrac' : 'bistrainer'),
      );

/** Whether a page lies in the area of a link. */
export const isWithin = (pathname: string, area: string): boolean =>
  pathname === area || pathname.startsWith(`${area}/`);
