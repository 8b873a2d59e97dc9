import { prefetching } from '../../../lib/api/loader.ts';
import { query } from '../../../lib/api/query.ts';

/** A form as it is worked on. Somebody else may be at it as well. */
export const formDraftQuery = (organizationGuid: string, guid: string) =>
  query('getKeptForm', { params: { guid }, query: { organizationGuid } }, { staleTime: 0 });

/** Asks for the form that the address names, for whoever works on forms. */
export const loadFormDraft = prefetching(({ organization, permissions }, { params }) =>
  permissions.has('CREATE_AND_MANAGE_EVENT_FORMS') ? [formDraftQuery(organization.guid, params.formGuid!)] : [],
);
