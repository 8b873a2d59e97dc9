import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

export const organizationQuery = (orgGuid: string) =>
  query('getOrganization', { params: { orgGuid } }, { staleTime: 0 });
/** Where an organization operates, the primary location first. */
export const locationsQuery = (orgGuid: string) => query('listLocations', { params: { orgGuid } });
export const industriesQuery = (regionGuid: string) =>
  query('listIndustries', { query: { regionGuid } }, { staleTime: Infinity });

/** Where else people of the organization go. */
export const externalSystemsQuery = (orgGuid: string) => query('listExternalSystems', { params: { orgGuid } });

export const foundOrganization = command('foundOrganization', { staleAfter: [], leaves: true });
export const updateOrganization = command('updateOrganization', { staleAfter: ['getOrganization'], leaves: true });
export const addLocation = command('addLocation', { staleAfter: ['listLocations'] });
export const changeLocation = command('changeLocation', { staleAfter: ['listLocations'] });
export const removeLocation = command('removeLocation', { staleAfter: ['listLocations'] });
export const suggestRegion = command('suggestRegion', { staleAfter: [] });

/** The same where one remains on the page. */
export const changeOrganization = command('updateOrganization', { staleAfter: ['getOrganization'] });
export const setLogo = command('setLogo', { staleAfter: ['getOrganization'] });
export const removeLogo = command('removeLogo', { staleAfter: ['getOrganization'] });
export const switchFeature = command('switchFeature', { staleAfter: ['getOrganization'] });
export const changeCustomerConfig = command('changeCustomerConfig', { staleAfter: ['getOrganization'] });
export const changeExternalSystems = command('changeExternalSystems', {
  staleAfter: ['getOrganization', 'listExternalSystems'],
});
