import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useStarted } from '../../../../lib/session/startup.ts';
import { membersQuery } from '../../../../lib/api/member-queries.ts';
import type { Situation } from './event-fields.ts';

/** How long somebody who reports waits for it: where it does not come they choose a group themselves. */
const PATIENCE_MS = 2_000;

/** Asks for what says which reporting group is a person's own. */
export const ownGroupQuery = (organizationGuid: string, userGuid: string) =>
  membersQuery(organizationGuid, { memberGuid: userGuid });

/**
 * The person's own reporting group, offered until another is chosen.
 * @param isReady whether the form has its fields: before that nothing can be offered to them.
 * @returns waits for it while it is on its way, so that nobody is asked for a group that is about to be offered.
 */
export function useOwnGroup(
  situation: Situation,
  isReady: boolean,
  offer: (guid: string) => void,
): () => Promise<void> {
  const { organization, user } = useStarted();
  const client = useQueryClient();
  const asked = ownGroupQuery(organization.guid, user.guid);
  const { data, isFetching } = useQuery({ ...asked, enabled: situation.reportingGroups.length > 0 });
  const ownIn = (members: typeof data) => {
    const own = members?.items.find(({ userAccount }) => userAccount.guid === user.guid)?.reportingGroupGuid;
    return situation.reportingGroups.find(({ guid }) => guid === own)?.guid;
  };
  const own = ownIn(data);
  const offered = useRef(offer);
  offered.current = offer;
  useEffect(() => {
    if (isReady && own) offered.current(own);
  }, [isReady, own]);
  return async () => {
    if (data || !isFetching) return;
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PATIENCE_MS));
    const arrived = ownIn(await Promise.race([client.fetchQuery(asked).catch(() => undefined), late]));
    if (arrived) offered.current(arrived);
  };
}
