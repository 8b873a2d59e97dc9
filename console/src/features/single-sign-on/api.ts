import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

/** Single sign-on settings of the organization. Always refetched. */
export const ssoQuery = (orgGuid: string) => query('getSso', { params: { orgGuid } }, { staleTime: 0 });
export const domainsQuery = (orgGuid: string) => query('listDomains', { params: { orgGuid } });
/** Members with their email addresses, which the identity provider has to know. */
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
