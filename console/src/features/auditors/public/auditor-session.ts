import { createContext, useContext } from 'react';
import { redirect } from 'react-router';
import type { AuditorSession } from '@plimsoll/contracts/auditors/grants';
import { auditorPaths } from '../paths.ts';
import { query } from '../../../lib/api/query.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { requireSession } from '../../../lib/session/startup.ts';

const auditorSessionQuery = () => query('getAuditorSession', {}, { staleTime: 60_000 });

/** The forms and worksites of the events that the grant covers. */
export const auditorFiltersQuery = () => query('getAuditorFilters', {}, { staleTime: 60_000 });

/**
 * Loads the auditor's session for the loaders of their pages. Throws a redirect to the auditors' sign-in without one.
 */
export async function loadAuditor(request: Request): Promise<AuditorSession> {
  const claims = await requireSession(request).catch((error: unknown) => {
    throw error instanceof Response ? redirect(auditorPaths.signIn()) : error;
  });
  if (!claims.auditor) throw redirect(auditorPaths.signIn());
  return queryClient.ensureQueryData(auditorSessionQuery());
}

export const AuditorContext = createContext<AuditorSession | null>(null);

/** The auditor's session. Only available inside the auditors' frame. */
export function useAuditor(): AuditorSession {
  const auditor = useContext(AuditorContext);
  if (!auditor) throw new Error('No frame around useAuditor');
  return auditor;
}
