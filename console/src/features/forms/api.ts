import { command } from '../../lib/api/command.ts';
import type { QueryId } from '../../lib/api/operation.ts';
import { query } from '../../lib/api/query.ts';

export const formDraftsQuery = (organizationGuid: string) =>
  query('listKeptForms', { query: { organizationGuid } }, { staleTime: 0 });
export const categoriesQuery = (organizationGuid: string) =>
  query('listFormCategories', { query: { organizationGuid } });

/** Queries that are stale after any command on a form. */
const staleAfter: readonly QueryId[] = ['listKeptForms', 'getKeptForm', 'listForms', 'getForm'];

export const createForm = command('createForm', { staleAfter, leaves: true });
export const changeForm = command('changeForm', { staleAfter });
export const changeFormWorkflow = command('changeFormWorkflow', { staleAfter });
export const changeFormGroups = command('changeFormGroups', { staleAfter });
export const changeFormQuestions = command('changeFormQuestions', { staleAfter });
export const publishForm = command('publishForm', { staleAfter });
export const discardFormChanges = command('discardFormChanges', { staleAfter });
export const archiveForm = command('archiveForm', { staleAfter });
export const restoreForm = command('restoreForm', { staleAfter });
export const removeForm = command('removeForm', { staleAfter });
/** Removing a draft leaves its page. */
export const removeDraft = command('removeForm', { staleAfter: ['listKeptForms'], leaves: true });
export const createCategory = command('createFormCategory', { staleAfter: ['listFormCategories'] });
export const sortForm = command('sortForm', { staleAfter: ['listFormCategories', 'listKeptForms', 'getKeptForm'] });
