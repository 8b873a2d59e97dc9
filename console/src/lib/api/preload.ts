import { addressOf, type OperationInput, type QueryId } from './operation.ts';

/** A query that a screen sends first. `*name*` is a part of the address, or the organization that opens. */
export interface PreloadedQuery {
  readonly path: string;
  /** The query is the same whatever the address. */
  readonly always?: true;
}

export const organizationGuid = '*organizationGuid*';

/** Declares a query to preload before any code has run. Its address must equal the one that the screen requests. */
export const preloadQuery = <Id extends QueryId>(id: Id, input: OperationInput<Id>): PreloadedQuery => ({
  path: addressOf(id, input),
});

/** Declares a preloaded query that does not depend on the parameters of the address. */
export const preloadFixedQuery = <Id extends QueryId>(id: Id, input: OperationInput<Id>): PreloadedQuery => ({
  ...preloadQuery(id, input),
  always: true,
});

const ofOrganization = { query: { organizationGuid } };

/** Sent by every screen inside the shell. */
export const startup = () => preloadFixedQuery('getStartup', ofOrganization);
export const forms = () => preloadFixedQuery('listForms', ofOrganization);
export const notifications = () => preloadFixedQuery('listNotifications', ofOrganization);
