import { useQuery } from '@tanstack/react-query';
import type { IncidentFilter } from '@plimsoll/contracts/incidents/requests';
import type { CustomerConfigCode, Module } from '@plimsoll/contracts/organizations/features';
import { invitationsQuery } from '../../../lib/api/member-queries.ts';
import { query } from '../../../lib/api/query.ts';
import { useMay, useStarted } from '../../../lib/session/startup.ts';

type Code = Module | CustomerConfigCode;

/** Incidents that someone still has to act on. */
const openEventsQuery = (organizationGuid: string) =>
  query('listIncidents', {
    query: {
      organizationGuid,
      limit: 1,
      filter: JSON.stringify({
        state: ['REPORTED', 'RETURNED', 'REVIEW_REQUESTED', 'REVIEWED', 'APPROVAL_REQUESTED'],
      } satisfies IncidentFilter),
    },
  });

/** Corrective actions that are to be done or checked. */
const openTasksQuery = (organizationGuid: string) =>
  query('listTasks', { query: { organizationGuid, status: 'TO_DO', limit: 1 } });

const counted = (count: number | undefined, one: string, many: string): string =>
  count === undefined ? `… ${many}` : `${count.toLocaleString('en-CA')} ${count === 1 ? one : many}`;

const aboutEvents: ReadonlySet<Code> = new Set<Code>(['events', 'reportedEvents', 'dashboard']);

/** What waits in a module or depends on a feature, as a sentence; empty if it has no items of its own. */
export function useAffected(code: Code): string {
  const { organization, modules } = useStarted();
  const { guid, isAdmin, worksites, reportingGroups, externalSystems, locationCount } = organization;
  const seesInvitations = useMay('VIEW_ORGANIZATION_INVITATIONS');
  const hasEvents = aboutEvents.has(code) && modules.has('events');
  const events = useQuery({ ...openEventsQuery(guid), enabled: hasEvents }).data;
  const tasks = useQuery({ ...openTasksQuery(guid), enabled: hasEvents }).data;
  const invitations = useQuery({
    ...invitationsQuery(guid),
    enabled: code === 'yourOrganization' && seesInvitations,
  }).data;
  const addresses = (kind: string) => externalSystems.filter((system) => system.kind === kind).length;
  switch (code) {
    case 'events':
    case 'reportedEvents':
    case 'dashboard': {
      if (!hasEvents) return '';
      const items = `${counted(events?.totalCount, 'event', 'events')} and ${counted(tasks?.totalCount, 'corrective action', 'corrective actions')}`;
      // Others see only a part of them.
      return `${isAdmin ? '' : 'Of those that you see, '}${items} are open.`;
    }
    case 'yourOrganization':
      return seesInvitations
        ? `You have ${counted(invitations?.items.filter(({ status }) => status === null).length, 'invitation', 'invitations')} without an answer.`
        : '';
    case 'manageRegionsAndIndustries':
      return `You have ${counted(locationCount, 'location', 'locations')}.`;
    case 'WORKSITES':
      return `You have ${counted(worksites.filter(({ status }) => status === 'ACTIVE').length, 'worksite', 'worksites')} in use.`;
    case 'REPORTING_GROUPS':
      return `You have ${counted(reportingGroups.filter(({ status }) => status === 'ACTIVE').length, 'reporting group', 'reporting groups')} in use.`;
    case 'intrac':
      return `You have ${counted(addresses('INTRAC'), 'link', 'links')} to it.`;
    case 'bistrainer':
      return `You have ${counted(addresses('BISTRAINER'), 'link', 'links')} to it.`;
    default:
      return '';
  }
}
