import { command } from '../../lib/api/command.ts';
import { query } from '../../lib/api/query.ts';

export const organizationQuery = (orgGuid: string) =>
  query('getOrganization', { params: { orgGuid } }, { staleTime: 0 });
/** Locations where the organization operates, the primary one first. */
export const locationsQuery = (orgGuid: string) => query('listLocations', { params: { orgGuid } });
export const industriesQuery = (regionGuid: string) =>
  query('listIndustries', { query: { regionGuid } }, { staleTime: Infinity });

/** Links to other systems that the organization uses. */
export const externalSystemsQuery = (orgGuid: string) => query('listExternalSystems', { params: { orgGuid } });

export const foundOrganization = command('foundOrganization', { staleAfter: [], leaves: true });
export const updateOrganization = command('updateOrganization', { staleAfter: ['getOrganization'], leaves: true });
export const addLocation = command('addLocation', { staleAfter: ['listLocations'] });
export const changeLocation = command('changeLocation', { staleAfter: ['listLocations'] });
export const removeLocation = command('removeLocation', { staleAfter: ['listLocations'] });
export const suggestRegion = command('suggestRegion', { staleAfter: [] });

/** Same command for pages that stay open afterwards. */
export const changeOrganization = command('updateOrganization', { staleAfter: ['getOrganization'] });
export const setLogo = command('setLogo', { staleAfter: ['getOrganization'] });
export const removeLogo = command('removeLogo', { staleAfter: ['getOrganization'] });
export const switchFeature = command('switchFeature', { staleAfter: ['getOrganization'] });
export const changeCustomerConfig = command('changeCustomerConfig', { staleAfter: ['getOrganization'] });
export const changeExternalSystems = command('changeExternalSystems', {
  staleAfter: ['getOrganization', 'listExternalSystems'],
});
