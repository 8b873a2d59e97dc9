import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { mayRaiseAlarm } from '@plimsoll/contracts/incidents/policy';
import type { IncidentProgress } from '@plimsoll/contracts/incidents/progress';
import { useStarted } from '../../../lib/session/startup.ts';

/** Whether the user may alert someone about an event. */
export function useMayAlert({ reporter, enteredBy, reviewer, approver, deleted }: IncidentDetail): boolean {
  const { user, organization, permissions } = useStarted();
  if (deleted || organization.staffAccess) return false;
  const people: Pick<IncidentProgress, 'reporterGuid' | 'enteredByGuid' | 'reviewerGuid' | 'approverGuid'> = {
    reporterGuid: reporter.userGuid,
    enteredByGuid: enteredBy.userGuid,
    reviewerGuid: reviewer?.userGuid ?? null,
    approverGuid: approver?.userGuid ?? null,
  };
  // The rule asks for these people alone.
  return mayRaiseAlarm(people as IncidentProgress, {
    userGuid: user.guid,
    isAdmin: organization.isAdmin,
    permissions,
  });
}
