import { addressOf, type Asked, type QueryId } from './operation.ts';

/** A query that a screen sends first. `*name*` is a part of the address, or the organization that opens. */
export interface Question {
  readonly path: string;
  /** The query is the same whatever the address. */
  readonly always?: true;
}

export const organizationGuid = '*organizationGuid*';

/** Declares a query to preload before any code has run. Its address must equal the one that the screen requests. */
export const question = <Id extends QueryId>(id: Id, asked: Asked<Id>): Question => ({ path: addressOf(id, asked) });

/** Declares a preloaded query that does not depend on the parameters of the address. */
export const sameQuestion = <Id extends QueryId>(id: Id, asked: Asked<Id>): Question => ({
  ...question(id, asked),
  always: true,
});

const ofOrganization = { query: { organizationGuid } };

/** Sent by every screen inside the shell. */
export const startup = () => sameQuestion('getStartup', ofOrganization);
export const forms = () => sameQuestion('listForms', ofOrganization);
export const notifications = () => sameQuestion('listNotifications', ofOrganization);
