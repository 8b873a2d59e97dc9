import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useStarted } from '../../../../lib/session/startup.ts';
import { membersQuery } from '../../../../lib/api/member-queries.ts';
import type { Situation } from './event-fields.ts';

/** How long sending waits for the user's group, in milliseconds. After that they choose one themselves. */
const MAX_WAIT_MS = 2_000;

/** Query for the user's own membership, which names their reporting group. */
export const ownGroupQuery = (organizationGuid: string, userGuid: string) =>
  membersQuery(organizationGuid, { memberGuid: userGuid });

/**
 * Offers the user's own reporting group as a default.
 * @param isReady whether the form has its fields, which have to exist first
 * @returns waits until the group has loaded, so that the user is not asked for a group that would be offered a moment
 * later
 */
export function useOwnGroup(
  situation: Situation,
  isReady: boolean,
  offer: (guid: string) => void,
): () => Promise<void> {
  const { organization, user } = useStarted();
  const client = useQueryClient();
  const query = ownGroupQuery(organization.guid, user.guid);
  const { data, isFetching } = useQuery({ ...query, enabled: situation.reportingGroups.length > 0 });
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
    const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), MAX_WAIT_MS));
    const arrived = ownIn(await Promise.race([client.fetchQuery(query).catch(() => undefined), late]));
    if (arrived) offered.current(arrived);
  };
}
