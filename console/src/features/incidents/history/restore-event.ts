import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { showAlert } from '../../../lib/format/alerts.ts';
import { useCommand } from '../../../lib/api/command.ts';
import { errorText } from '../../../lib/api/problem.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { restoreIncident } from '../api.ts';

/**
 * Restores a deleted incident. Shows the result, also from an alert after its page was left, and returns whether it
 * succeeded.
 */
export function useRestore({ eventId, number }: Pick<IncidentDetail, 'eventId' | 'number'>) {
  const { organization } = useStarted();
  const { send, isPending } = useCommand(restoreIncident);
  return {
    isPending,
    send: (key: string, revision: number): Promise<boolean> =>
      send({ asked: { params: { eventId }, query: { organizationGuid: organization.guid } }, key, revision }).then(
        () => {
          showAlert({ type: 'success', title: `Event ${number} was restored` });
          return true;
        },
        (error: unknown) => {
          showAlert({ type: 'error', title: `Event ${number} was not restored`, subtitle: errorText(error) });
          return false;
        },
      ),
  };
}
