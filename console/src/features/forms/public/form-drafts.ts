import { prefetching } from '../../../lib/api/loader.ts';
import { query } from '../../../lib/api/query.ts';

/** Query for a form's draft. Others may edit it at the same time, so it is always refetched. */
export const formDraftQuery = (organizationGuid: string, guid: string) =>
  query('getKeptForm', { params: { guid }, query: { organizationGuid } }, { staleTime: 0 });

/** Prefetches the form in the URL for users who manage forms. */
export const loadFormDraft = prefetching(({ organization, permissions }, { params }) =>
  permissions.has('CREATE_AND_MANAGE_EVENT_FORMS') ? [formDraftQuery(organization.guid, params.formGuid!)] : [],
);
