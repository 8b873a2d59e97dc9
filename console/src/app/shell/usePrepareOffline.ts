import { useEffect } from 'react';
import type { Started } from '../../lib/session/startup.ts';

/** Delay, so that everything on the page loads first. */
const DELAY_MS = 8_000;

/**
 * Prepares this browser for reporting offline, once per page load and organization. Failures are retried at the next
 * start.
 */
export function usePrepareOffline({ user, organization, modules }: Started): void {
  const mayReport = modules.has('events') && !organization.staffAccess;
  useEffect(() => {
    if (!mayReport) return undefined;
    const prepare = async () =>
      (await import('../../lib/offline/without-signal.ts')).prepareWithoutSignal(user.guid, organization.guid);
    const timer = setTimeout(() => void prepare().catch(() => undefined), DELAY_MS);
    return () => clearTimeout(timer);
  }, [mayReport, user.guid, organization.guid]);
}
