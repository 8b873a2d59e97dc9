import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useStarted } from '../../../lib/startup.ts';
import { membersQuery } from '../../../lib/members.ts';
import type { Situation } from './event-fields.ts';

/** The person's own reporting group, offered until another is chosen. */
export function useOwnGroup(situation: Situation, offer: (guid: string) => void) {
  const { organization, user } = useStarted();
  const { data } = useQuery({ ...membersQuery(organization.guid, { memberGuid: user.guid }), enabled: situation.reportingGroups.length > 0 });
  const own = data?.items.find(({ userAccount }) => userAccount.guid === user.guid)?.reportingGroupGuid;
  const isOffered = own && situation.reportingGroups.some(({ guid }) => guid === own);
  const offered = useRef(offer);
  offered.current = offer;
  useEffect(() => {
    if (isOffered) offered.current(own);
  }, [isOffered, own]);
}
