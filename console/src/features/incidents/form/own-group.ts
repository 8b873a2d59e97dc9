import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useStarted } from '../../../lib/startup.ts';
import { membersQuery } from '../../../lib/members.ts';
import type { Situation } from './event-fields.ts';

/** The person's own reporting group, offered until another is chosen. @param isReady whether the form has its fields: before that nothing can be offered to them. */
export function useOwnGroup(situation: Situation, isReady: boolean, offer: (guid: string) => void) {
  const { organization, user } = useStarted();
  const { data } = useQuery({ ...membersQuery(organization.guid, { memberGuid: user.guid }), enabled: situation.reportingGroups.length > 0 });
  const own = data?.items.find(({ userAccount }) => userAccount.guid === user.guid)?.reportingGroupGuid;
  const isOffered = own && situation.reportingGroups.some(({ guid }) => guid === own);
  const offered = useRef(offer);
  offered.current = offer;
  useEffect(() => {
    if (isReady && isOffered) offered.current(own);
  }, [isReady, isOffered, own]);
}
