import {
  IconBellRinging,
  IconBuilding,
  IconChartLine,
  IconChecklist,
  IconDeviceDesktop,
  IconEye,
  IconFileText,
  IconHistory,
  IconList,
  IconListCheck,
  IconLogout,
  IconMessageCheck,
  IconMoon,
  IconPaperclip,
  IconPlus,
  IconSun,
  IconUserCheck,
  type Icon,
} from '@tabler/icons-react';
import type { FormSummary } from '@plimsoll/contracts/forms/form';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import type { IncidentCommand } from '@plimsoll/contracts/incidents/policy';
import { nameWithArticle } from '../../features/incidents/form/form-labels.ts';
import { commandIcon } from '../../features/incidents/record/command-icons.ts';
import { commandTitle, nextActions, type ActionCommand } from '../../features/incidents/record/next-actions.ts';
import { alarmsPaths } from '../../features/alarms/paths.ts';
import { auditPaths } from '../../features/audit/paths.ts';
import { identityPaths } from '../../features/identity/paths.ts';
import { incidentsPaths } from '../../features/incidents/paths.ts';
import { metricsPaths } from '../../features/metrics/paths.ts';
import { tasksPaths } from '../../features/tasks/paths.ts';
import { paths } from '../../lib/url/paths.ts';
import type { Started } from '../../lib/session/startup.ts';
import type { ColourScheme } from '../../ui/layout/colour-scheme.ts';
import { organizationPagesFor } from '../organization/organization-navigation.ts';
import { settingsFor, type SettingsKey, type SettingsOrganization } from '../settings/settings-navigation.ts';
import type { Matchable } from './match-entries.ts';

/** A page or an action: leads to a URL or does something immediately. */
export interface Entry extends Matchable {
  icon: Icon;
  hint?: string;
  action: { to: string } | { scheme: ColourScheme } | { organizationGuid: string } | { ask: ActionCommand };
}

/** Additional search terms of each settings page. */
const settingsTerms: Readonly<Record<SettingsKey, string>> = {
  personal:
    'profile account personal photo picture username email second factor authenticator totp passkey recovery codes sessions devices signed in',
  notifications: 'email mails preferences unsubscribe reminders',
  organization: 'company profile size time zone logo picture modules features switches intrac bistrainer links systems',
  locations: 'provinces states territories naics codes industries sectors operate',
  reportingGroups: 'crews teams departments archive groups',
  reportingMetrics: 'hours kilometres kilometers distance monthly exposure',
  alarms: 'reviewers review first ask order escalation routing rules drill test emergency',
  worksites: 'sites places yards locations emergency phone archive',
  integrations: 'api key feed webhook kafka events export systems curl',
  auditors: 'grant external inspector passcode',
  audit: 'evidence proof hash chain fingerprint signed export who changed who read history',
  privacy: 'forget delete gdpr personal data injured',
  roles: 'rights permissions groups manager standard who may',
  signIn: 'sso saml identity provider domains certificate',
  staffAccess: 'support plimsoll staff read calls',
  payment: 'billing subscription plan trial price invoice card pay',
  plan: 'billing subscription product price free trial upgrade',
};

/** Pages that the user may open, as in the navigation. */
export function pagesFor({
  modules,
  permissions,
  features,
  organization,
}: Pick<Started, 'modules' | 'permissions' | 'features'> & { organization?: SettingsOrganization }): Entry[] {
  const pages: (Entry | false)[] = [
    modules.has('dashboard') && {
      name: 'You',
      hint: 'The dashboard',
      terms: 'dashboard home rates frequency trif ltif mvif charts figures limits',
      icon: IconChartLine,
      action: { to: metricsPaths.dashboard() },
    },
    modules.has('dashboard') && {
      name: 'Your tasks',
      terms: 'todo to-do list overdue notifications',
      icon: IconChecklist,
      action: { to: metricsPaths.toDoList() },
    },
    modules.has('events') && {
      name: 'Events',
      terms: 'list incidents',
      icon: IconList,
      action: { to: incidentsPaths.eventList() },
    },
    modules.has('events') && {
      name: 'Events assigned to me',
      terms: 'my mine with you list',
      icon: IconUserCheck,
      action: { to: incidentsPaths.eventList(1, { assignedToMe: 'true' }) },
    },
    modules.has('events') && {
      name: 'My reports',
      terms: 'answers own mine what became of it reported',
      icon: IconMessageCheck,
      action: { to: incidentsPaths.myReports() },
    },
    modules.has('events') && {
      name: 'Corrective actions',
      terms: 'tasks list due overdue',
      icon: IconListCheck,
      action: { to: tasksPaths.tasks() },
    },
    modules.has('events') && {
      name: 'Alarms',
      terms: 'emergency drill urgent list',
      icon: IconBellRinging,
      action: { to: alarmsPaths.alarms() },
    },
    ...organizationPagesFor({ modules, permissions }).map(({ label, to, terms, icon }) => ({
      name: label,
      terms,
      icon,
      action: { to },
    })),
    ...settingsFor({ permissions, modules, features, ...(organization && { organization }) }).flatMap(({ links }) =>
      links.map(({ key, label, hint, icon, to }) => ({
        name: label,
        hint,
        terms: settingsTerms[key],
        icon,
        action: { to },
      })),
    ),
    organization?.isAdmin === true && {
      name: 'Change log',
      hint: 'Who changed what',
      terms: 'audit history events revisions hash replay',
      icon: IconHistory,
      action: { to: auditPaths.changeLog() },
    },
    organization?.isAdmin === true && {
      name: 'Access log',
      hint: 'Who read what',
      terms: 'audit looked viewed downloaded exported',
      icon: IconEye,
      action: { to: auditPaths.accessLog() },
    },
    { name: 'Privacy Policy', terms: 'personal data', icon: IconFileText, action: { to: identityPaths.privacy() } },
    { name: 'Terms of Service', terms: 'conditions', icon: IconFileText, action: { to: identityPaths.terms() } },
  ];
  return pages.filter((page) => page !== false);
}

/** Search terms of commands, in addition to the words of their titles. */
const commandTerms: Readonly<Partial<Record<IncidentCommand, string>>> = {
  amend: 'change amend correct',
  'request-review': 'assign ask reviewer another',
  review: 'rate rating severity likelihood risk',
  return: 'send back reject',
  'request-approval': 'assign ask approver another',
  approve: 'sign off lock accept',
  reopen: 'unlock open again',
  delete: 'remove',
  restore: 'undelete undo bring back',
};

/**
 * Entries for the open event: the commands that its page offers as buttons, in the same order, its attachments and its
 * history. Commands with a dialog on the page are offered only while that page is open.
 */
export function eventEntriesFor(
  event: Pick<IncidentDetail, 'eventId' | 'number' | 'state' | 'allowedCommands'>,
  isPageOpen: boolean,
): Entry[] {
  const { eventId, number, state } = event;
  const { primary, secondary } = nextActions(event);
  const commands = [...(primary ? [primary] : []), ...secondary].map(({ command }): Entry => {
    const shared = { terms: commandTerms[command] ?? '', icon: commandIcon(command, state) };
    const title = commandTitle(command, event);
    if (command === 'amend') return { ...shared, name: title, action: { to: incidentsPaths.editEvent(eventId) } };
    if (command === 'delete')
      return { ...shared, name: `${title}…`, action: { to: incidentsPaths.deleteEvent(eventId) } };
    return { ...shared, name: command === 'restore' ? title : `${title}…`, action: { ask: command } };
  });
  return [
    ...commands.filter(({ action }) => isPageOpen || !('ask' in action)),
    {
      name: `Attachments of event ${number}`,
      terms: 'files photos pictures',
      icon: IconPaperclip,
      action: { to: incidentsPaths.eventAttachments(eventId) },
    },
    {
      name: `History of event ${number}`,
      terms: 'revisions changes',
      icon: IconHistory,
      action: { to: incidentsPaths.eventHistory(eventId) },
    },
  ];
}

const schemes: readonly (Entry & { action: { scheme: ColourScheme } })[] = [
  { name: 'Use dark colours', terms: 'theme dark mode colors appearance', icon: IconMoon, action: { scheme: 'dark' } },
  {
    name: 'Use light colours',
    terms: 'theme light mode colors appearance',
    icon: IconSun,
    action: { scheme: 'light' },
  },
  {
    name: 'Use the system’s colours',
    terms: 'theme auto mode colors appearance',
    icon: IconDeviceDesktop,
    action: { scheme: 'auto' },
  },
];

/**
 * Actions available everywhere: report with each form that may be used, change the colour scheme, switch organizations,
 * sign out.
 */
export function actionsFor(
  {
    modules,
    memberships,
    organization,
  }: Pick<Started, 'modules' | 'memberships'> & { organization: Pick<Started['organization'], 'guid'> },
  forms: readonly Pick<FormSummary, 'formGuid' | 'name'>[],
  scheme: ColourScheme,
): Entry[] {
  const others = memberships.filter(({ organizationGuid }) => organizationGuid !== organization.guid);
  return [
    ...(modules.has('events')
      ? [
          {
            name: 'Report an event',
            terms: 'new add create continue draft',
            icon: IconPlus,
            action: { to: incidentsPaths.reportEvent() },
          },
        ]
      : []),
    ...(modules.has('events')
      ? forms.map(({ formGuid, name }) => ({
          name: `Report ${nameWithArticle(name)}`,
          terms: 'new add create',
          icon: IconPlus,
          action: { to: incidentsPaths.reportEvent({ formGuid }) },
        }))
      : []),
    ...schemes.filter(({ action }) => action.scheme !== scheme),
    ...others.map(({ organizationGuid, organizationName }) => ({
      name: `Switch to ${organizationName}`,
      terms: 'organization company change',
      icon: IconBuilding,
      action: { organizationGuid },
    })),
    { name: 'Sign out', terms: 'log out logout signout leave exit', icon: IconLogout, action: { to: paths.signOut() } },
  ];
}
