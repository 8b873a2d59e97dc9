import type { CallList } from '@plimsoll/contracts/routing/answers';
import { command, useCommand } from '../../lib/api/command.ts';
import { useStarted } from '../../lib/session/startup.ts';

const staleAfter = ['listCallLists', 'findWhoIsAsked'] as const;
const setCallListOfOrganization = command('setCallListOfOrganization', { staleAfter });
const setCallListOfWorksite = command('setCallListOfWorksite', { staleAfter });
const setCallListOfReportingGroup = command('setCallListOfReportingGroup', { staleAfter });

/** Sets the whole call list of the organization, a worksite or a reporting group. */
export function useSetCallList({ target, targetGuid }: Pick<CallList, 'target' | 'targetGuid'>) {
  const orgGuid = useStarted().organization.guid;
  const ofOrganization = useCommand(setCallListOfOrganization);
  const ofWorksite = useCommand(setCallListOfWorksite);
  const ofReportingGroup = useCommand(setCallListOfReportingGroup);
  return (body: { members: string[] }, key: string, revision: number) =>
    targetGuid === null
      ? ofOrganization.send({ asked: { params: { orgGuid }, body }, key, revision })
      : (target === 'WORKSITE' ? ofWorksite : ofReportingGroup).send({
          asked: { params: { orgGuid, guid: targetGuid }, body },
          key,
          revision,
        });
}
