import { PlainError } from '../plain-error.ts';

/** Of an organization that an operator names, and that is not there. */
export const unknownOrganization = (guid: string): PlainError => new PlainError(`There is no organization ${guid}`);
