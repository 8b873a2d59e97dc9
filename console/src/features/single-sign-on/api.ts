import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

/** How the members of an organization sign in. */
export const ssoQuery = (orgGuid: string) => query('getSso', { params: { orgGuid } }, { staleTime: 0 });
export const domainsQuery = (orgGuid: string) => query('listDomains', { params: { orgGuid } });
/** Who belongs to it, with the addresses that their provider would have to know. */
export const membersQuery = (organizationGuid: string) => query('listMemberships', { query: { organizationGuid } });

export const setProvider = command('setSsoProvider', {
  staleAfter: [],
  answers: ({ params }) => ssoQuery(params.orgGuid),
});
export const trySso = command('trySso', { staleAfter: [] });
export const activate = command('activateSso', { staleAfter: [], leaves: true });
export const deactivate = command('deactivateSso', {
  staleAfter: ['getStartup'],
  answers: ({ params }) => ssoQuery(params.orgGuid),
});
export const addDomain = command('addDomain', { staleAfter: ['listDomains'] });
export const verifyDomain = command('verifyDomain', { staleAfter: ['listDomains'] });
export const removeDomain = command('removeDomain', { staleAfter: ['listDomains'] });
