import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { IncidentDetail } from '@plimsoll/contracts/incidents/answers';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { agoText } from '../../../lib/forms/drafts.ts';
import { useStarted } from '../../../lib/session/startup.ts';
import { Banner } from '../../../ui/feedback/Banner.tsx';
import { useOnline } from '../../../ui/layout/useOnline.ts';
import { useCurrentTime } from '../outbox/use-current-time.ts';

/** Delay, so that everything on the page loads first. */
const STORE_AFTER_MS = 2_500;

export const fetchStored = () => import('../../../lib/offline/stored-events.ts');

const isUnreached = (error: unknown): boolean => error instanceof ApiProblem && error.status === 0;

/** How old the event is that a reader without signal sees. */
export function AsOf({ readAt }: { readAt: number }) {
  const at = useCurrentTime();
  return (
    <Banner tone="warning" live>
      No signal. You see this event as of {agoText(new Date(readAt).toISOString(), at)}.
    </Banner>
  );
}

/**
 * Stores an event that was read on this device, and shows what is stored when the server cannot be reached. Returns
 * whether the shown event may be old for that reason.
 */
export function useStoredEvent(
  { data, dataUpdatedAt, error, refetch }: UseQueryResult<IncidentDetail>,
  eventId: string,
): boolean {
  const isOnline = useOnline();
  const { organization, user } = useStarted();
  const isMissing = data === undefined && isUnreached(error);
  const isGone = error instanceof ApiProblem && (error.status === 403 || error.status === 404);
  useEffect(() => {
    if (isMissing) void fetchStored().then(({ openStoredEvent }) => openStoredEvent(organization.guid, eventId));
    if (isGone)
      void fetchStored().then(({ dropStoredEvent }) => dropStoredEvent(user.guid, organization.guid, eventId));
  }, [isMissing, isGone, user.guid, organization.guid, eventId]);
  useEffect(() => {
    if (!data || organization.staffAccess) return;
    const store = () =>
      fetchStored()
        .then(({ storeEvent }) => storeEvent(user.guid, organization.guid, data, dataUpdatedAt))
        // What cannot be stored is read with a network only.
        .catch(() => undefined);
    // Also if the page is left meanwhile: the event was opened.
    setTimeout(() => void store(), STORE_AFTER_MS);
  }, [data, dataUpdatedAt, organization.staffAccess, user.guid, organization.guid]);
  const renew = useEffectEvent(() => isUnreached(error) && void refetch());
  useEffect(() => {
    if (isOnline) renew();
  }, [isOnline]);
  return data !== undefined && (!isOnline || isUnreached(error));
}
