import type { Module } from '@plimsoll/contracts/organizations/features';
import { paths } from '../../lib/paths.ts';

interface ModuleLink {
  label: string;
  to: string;
  module: Module;
  /** Everything below it belongs to it. */
  area: string;
}

/** The links of the top bar, in the specification's order. What this version does not have is not in the list. */
const links: readonly ModuleLink[] = [
  { label: 'You', to: paths.dashboard(), module: 'dashboard', area: '/dashboard' },
  { label: 'Events', to: paths.eventList(), module: 'events', area: '/events' },
];

/** The links that an organization sees: those whose module it has switched on. */
export const linksFor = (modules: ReadonlySet<Module>): readonly ModuleLink[] => links.filter(({ module }) => modules.has(module));

/** Whether a page lies in the area of a link. */
export const isWithin = (pathname: string, area: string): boolean => pathname === area || pathname.startsWith(`${area}/`);
