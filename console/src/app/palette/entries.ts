import {
  IconBuilding,
  IconChartLine,
  IconChecklist,
  IconClockHour4,
  IconDeviceDesktop,
  IconFileText,
  IconHistory,
  IconList,
  IconLogout,
  IconMoon,
  IconPencil,
  IconPlus,
  IconSun,
  IconTrash,
  IconUserCheck,
  type Icon,
} from '@tabler/icons-react';
import type { FormSummary } from '@plimsoll/contracts/forms/form';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { aThing } from '../../features/incidents/form/form-words.ts';
import { paths } from '../../lib/paths.ts';
import type { Started } from '../../lib/startup.ts';
import type { ColourScheme } from '../../ui/AppearanceProvider.tsx';
import type { Matchable } from './match-entries.ts';

/** A page or an action: it leads somewhere, or does something at once. */
export interface Entry extends Matchable {
  icon: Icon;
  hint?: string;
  does: { to: string } | { scheme: ColourScheme } | { organizationGuid: string };
}

/** The pages that somebody may open, as the navigation has them. */
export function pagesFor({ modules, permissions }: Pick<Started, 'modules' | 'permissions'>): Entry[] {
  const pages: (Entry | false)[] = [
    modules.has('dashboard') && { name: 'You', hint: 'The dashboard', words: 'dashboard home rates frequency trif ltif mvif charts figures limits', icon: IconChartLine, does: { to: paths.dashboard() } },
    modules.has('dashboard') && { name: 'Your tasks', words: 'todo to-do list overdue notifications', icon: IconChecklist, does: { to: paths.toDoList() } },
    modules.has('events') && { name: 'Events', words: 'list incidents', icon: IconList, does: { to: paths.eventList() } },
    modules.has('events') && { name: 'Events assigned to me', words: 'my mine with you list', icon: IconUserCheck, does: { to: paths.eventList(1, { assignedToMe: 'true' }) } },
    permissions.has('VIEW_AND_SET_MONTHLY_METRICS') && { name: 'Reporting Metrics', hint: 'Hours and kilometres by month', words: 'hours kilometres kilometers distance monthly exposure', icon: IconClockHour4, does: { to: paths.reportingMetrics() } },
    { name: 'Privacy Policy', words: 'personal data', icon: IconFileText, does: { to: paths.privacy() } },
    { name: 'Terms of Service', words: 'conditions', icon: IconFileText, does: { to: paths.terms() } },
  ];
  return pages.filter((page) => page !== false);
}

/** What can be done with the event whose page is open and that has an address. */
export function eventEntriesFor({ eventId, number, allowedCommands }: Pick<IncidentDetail, 'eventId' | 'number' | 'allowedCommands'>): Entry[] {
  const allowed = new Set(allowedCommands);
  const entries: (Entry | false)[] = [
    allowed.has('amend') && { name: `Edit event ${number}`, words: 'change amend correct', icon: IconPencil, does: { to: paths.editEvent(eventId) } },
    { name: `History of event ${number}`, words: 'revisions changes', icon: IconHistory, does: { to: paths.eventHistory(eventId) } },
    allowed.has('delete') && { name: `Delete event ${number}…`, words: 'remove', icon: IconTrash, does: { to: paths.deleteEvent(eventId) } },
  ];
  return entries.filter((entry) => entry !== false);
}

const schemes: readonly (Entry & { does: { scheme: ColourScheme } })[] = [
  { name: 'Use dark colours', words: 'theme dark mode colors appearance', icon: IconMoon, does: { scheme: 'dark' } },
  { name: 'Use light colours', words: 'theme light mode colors appearance', icon: IconSun, does: { scheme: 'light' } },
  { name: 'Use the system’s colours', words: 'theme auto mode colors appearance', icon: IconDeviceDesktop, does: { scheme: 'auto' } },
];

/** What can be done from anywhere: report by each form that may be used, change the colours, work elsewhere, sign out. */
export function actionsFor({ modules, memberships, organization }: Pick<Started, 'modules' | 'memberships'> & { organization: Pick<Started['organization'], 'guid'> }, forms: readonly Pick<FormSummary, 'formGuid' | 'name'>[], scheme: ColourScheme): Entry[] {
  const others = memberships.filter(({ organizationGuid }) => organizationGuid !== organization.guid);
  return [
    ...(modules.has('events') ? [{ name: 'Report an event', words: 'new add create continue draft', icon: IconPlus, does: { to: paths.reportEvent() } }] : []),
    ...(modules.has('events') ? forms.map(({ formGuid, name }) => ({ name: `Report ${aThing(name)}`, words: 'new add create', icon: IconPlus, does: { to: paths.reportEvent({ formGuid }) } })) : []),
    ...schemes.filter(({ does }) => does.scheme !== scheme),
    ...others.map(({ organizationGuid, organizationName }) => ({ name: `Switch to ${organizationName}`, words: 'organization company change', icon: IconBuilding, does: { organizationGuid } })),
    { name: 'Sign out', words: 'log out logout signout leave exit', icon: IconLogout, does: { to: paths.signOut() } },
  ];
}
