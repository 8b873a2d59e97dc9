import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { leaveUnlessLeaving } from '../../lib/session/leaving.ts';
import { paths } from '../../lib/url/paths.ts';
import { ApiProblem } from '../../lib/api/problem.ts';
import { refreshSession, useRightsIn } from '../../lib/session/session.ts';

/**
 * Applies changed permissions at the next request: its response carries a token with the current permissions, and the
 * page is revalidated when they differ. Users who were removed from the organization are sent home with a full reload.
 */
export function useRightsChanges(organizationGuid: string): void {
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  const rights = useRightsIn(organizationGuid);
  const known = useRef(rights);

  const reloadStartup = () => {
    client.removeQueries({ queryKey: ['getStartup'] });
    void revalidate();
  };

  useEffect(() => {
    if (rights === null || rights === known.current) return;
    const isFirst = known.current === null;
    known.current = rights;
    if (rights === '') return leaveUnlessLeaving(paths.home());
    if (isFirst) return;
    client.removeQueries({ queryKey: ['getStartup'] });
    void revalidate();
  }, [rights, client, revalidate]);

  const failed = useEffectEvent((error: unknown) => {
    if (!(error instanceof ApiProblem)) return;
    if (error.className === 'OrganizationNotFound') void refreshSession().catch(() => undefined);
    // The subscription status has changed since the start; revalidating updates the banner.
    if (error.className === 'SubscriptionRequired') reloadStartup();
  });
  useEffect(() => {
    const ends = [client.getQueryCache(), client.getMutationCache()].map((cache) =>
      cache.subscribe(
        (event) => event.type === 'updated' && event.action.type === 'error' && failed(event.action.error),
      ),
    );
    return () => ends.forEach((end) => end());
  }, [client]);
}
