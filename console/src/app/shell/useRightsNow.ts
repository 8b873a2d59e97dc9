import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { leaveUnlessLeaving } from '../../lib/session/leaving.ts';
import { paths } from '../../lib/url/paths.ts';
import { ApiProblem } from '../../lib/api/problem.ts';
import { refreshSession, useRightsIn } from '../../lib/session/session.ts';

/**
 * A right that was given or taken shows at the next click: whatever is asked answers with a token that says what is true
 * now, and the bar, the pages and their buttons follow it. Whoever was removed is told that the organization is not there,
 * and begins anew with what they belong to still.
 */
export function useRightsNow(organizationGuid: string): void {
  const client = useQueryClient();
  const { revalidate } = useRevalidator();
  const rights = useRightsIn(organizationGuid);
  const known = useRef(rights);

  const startAnew = () => {
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
    // Where the organization stands has changed since the start: what stands above the page says so.
    if (error.className === 'SubscriptionRequired') startAnew();
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
