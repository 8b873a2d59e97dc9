import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { addMonths, monthOf, type YearMonth } from '@plimsoll/contracts/kernel/values/calendar';
import type { Dashboard } from '@plimsoll/contracts/metrics/http';
import { invitationsQuery, membersQuery } from '../../../lib/api/member-queries.ts';
import { query } from '../../../lib/api/query.ts';
import { useMay, useStarted } from '../../../lib/session/startup.ts';
import { todayIn } from '../../../lib/format/time.ts';

export const stepNames = ['WORKSITE', 'PEOPLE', 'REPORT', 'HOURS'] as const;
export type StepName = (typeof stepNames)[number];

export interface FirstStep {
  name: StepName;
  isDone: boolean;
}

/** Whether the figures count any event. */
const countsEvents = ({ months, yearToDate }: Dashboard): boolean =>
  yearToDate.leading + yearToDate.lagging > 0 || months.some(({ leading, lagging }) => leading + lagging > 0);

/** Whether hours have ever been entered. */
const hasHours = ({ months, rolling12 }: Dashboard): boolean =>
  rolling12.until.hours !== null || months.some(({ hours }) => hours > 0);

/** Whether the figures are all empty. */
export const isEmpty = (dashboard: Dashboard): boolean => !countsEvents(dashboard) && !hasHours(dashboard);

/** The newest month that has ended, whose hours are asked for first. */
export const newestEndedMonth = (timeZone: string): YearMonth => addMonths(monthOf(todayIn(timeZone)), -1);

const hiddenKey = (userGuid: string, organizationGuid: string) =>
  `plimsoll-first-steps:${userGuid}:${organizationGuid}`;

/** Whether this user has hidden the steps of this organization on this device. */
function useHidden(): [isHidden: boolean, hide: () => void] {
  const { user, organization } = useStarted();
  const key = hiddenKey(user.guid, organization.guid);
  const [hidden, setHidden] = useState(() => {
    try {
      return localStorage.getItem(key) ? key : null;
    } catch {
      return null;
    }
  });
  const hide = () => {
    setHidden(key);
    try {
      localStorage.setItem(key, 'hidden');
    } catch {
      // Without storage they are back at the next visit.
    }
  };
  return [hidden === key, hide];
}

/** The newest event, to learn whether there is any. */
const anyEventQuery = (organizationGuid: string) => query('listIncidents', { query: { organizationGuid, limit: 1 } });

interface FirstSteps {
  /** The steps that the user may take, in their order; empty when the dashboard has what it needs. */
  steps: readonly FirstStep[];
  isLoading: boolean;
  hide: () => void;
}

/**
 * What a new organization needs for its dashboard: shown to those who can set it up, as long as there are no events or
 * no hours. What is done is read from the data, so everyone sees the same on every device.
 * @param dashboard the figures of the usual months; undefined while they load, and for other months
 */
export function useFirstSteps(dashboard: Dashboard | undefined): FirstSteps {
  const { organization, features, modules } = useStarted();
  const [isHidden, hide] = useHidden();
  const may: Readonly<Record<StepName, boolean>> = {
    WORKSITE: useMay('MANAGE_WORKSITE_LOCATIONS') && features.has('WORKSITES'),
    PEOPLE: useMay('CREATE_AND_REVOKE_ORGANIZATION_INVITATIONS'),
    REPORT: modules.has('events'),
    HOURS: useMay('VIEW_AND_SET_MONTHLY_METRICS'),
  };
  const seesInvitations = useMay('VIEW_ORGANIZATION_INVITATIONS');
  const isNeeded =
    dashboard !== undefined &&
    !isHidden &&
    (may.WORKSITE || may.PEOPLE || may.HOURS) &&
    (!countsEvents(dashboard) || !hasHours(dashboard));
  const members = useQuery({ ...membersQuery(organization.guid), enabled: isNeeded && may.PEOPLE });
  const invitations = useQuery({
    ...invitationsQuery(organization.guid),
    enabled: isNeeded && may.PEOPLE && seesInvitations,
  });
  const events = useQuery({ ...anyEventQuery(organization.guid), enabled: isNeeded && may.REPORT });
  if (!isNeeded) return { steps: [], isLoading: false, hide };
  const isDone: Readonly<Record<StepName, boolean>> = {
    WORKSITE: organization.worksites.length > 0,
    PEOPLE:
      (members.data?.totalCount ?? 0) > 1 || (invitations.data?.items ?? []).some(({ status }) => status === null),
    REPORT: !may.REPORT || (events.data?.totalCount ?? 0) > 0,
    HOURS: hasHours(dashboard),
  };
  const isLoading = members.isLoading || invitations.isLoading || events.isLoading;
  // There are events, only none in these months.
  if (isDone.REPORT && isDone.HOURS) return { steps: [], isLoading, hide };
  return {
    steps: stepNames.filter((name) => may[name]).map((name) => ({ name, isDone: isDone[name] })),
    isLoading,
    hide,
  };
}
