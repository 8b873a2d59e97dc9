import { command } from '../../lib/command.ts';
import { query } from '../../lib/query.ts';

export const auditorGrantsQuery = (orgGuid: string) => query('listAuditorGrants', { params: { orgGuid } }, { staleTime: 0 });
export const grantAuditor = command('grantAuditor', { staleAfter: ['listAuditorGrants'] });
export const revokeAuditor = command('revokeAuditor', { staleAfter: ['listAuditorGrants'] });

/** The worksites to choose from. */
export const grantedWorksitesQuery = (orgGuid: string) => query('listWorksites', { params: { orgGuid }, query: {} }, { staleTime: 60_000 });
