import { PlainFault } from '../plain-fault.ts';

/** Of an organization that an operator names, and that is not there. */
export const unknownOrganization = (guid: string): PlainFault => new PlainFault(`There is no organization ${guid}`);
