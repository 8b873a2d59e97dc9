import { addressOf, type Asked, type QueryId } from './operation.ts';

/** A question that a screen asks first. `*name*` is a part of the address, or the organization that opens. */
export interface Question {
  readonly path: string;
  /** Whatever else the address says, the question is the same. */
  readonly always?: true;
}

export const organizationGuid = '*organizationGuid*';

/** Declares what is asked before any code has run. The address of the answer has to be the one that the screen asks for. */
export const question = <Id extends QueryId>(id: Id, asked: Asked<Id>): Question => ({ path: addressOf(id, asked) });

/** The same where the question does not depend on the parameters of the address. */
export const sameQuestion = <Id extends QueryId>(id: Id, asked: Asked<Id>): Question => ({
  ...question(id, asked),
  always: true,
});

const ofOrganization = { query: { organizationGuid } };

/** Asked by every screen that has the shell around it. */
export const startup = () => sameQuestion('getStartup', ofOrganization);
export const forms = () => sameQuestion('listForms', ofOrganization);
export const notifications = () => sameQuestion('listNotifications', ofOrganization);
