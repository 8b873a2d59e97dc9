import { PlainError } from '../plain-error.ts';

/** Error for an organization that does not exist. */
export const unknownOrganization = (guid: string): PlainError => new PlainError(`There is no organization ${guid}`);
