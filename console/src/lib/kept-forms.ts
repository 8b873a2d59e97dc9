import { prefetching } from './loader.ts';
import { query } from './query.ts';

/** A form as it is worked on. Somebody else may be at it as well. */
export const keptFormQuery = (organizationGuid: string, guid: string) =>
  query('getKeptForm', { params: { guid }, query: { organizationGuid } }, { staleTime: 0 });

/** Asks for the form that the address names, for whoever works on forms. */
export const loadKeptForm = prefetching(({ organization, permissions }, { params }) =>
  permissions.has('CREATE_AND_MANAGE_EVENT_FORMS') ? [keptFormQuery(organization.guid, params.formGuid!)] : [],
);
