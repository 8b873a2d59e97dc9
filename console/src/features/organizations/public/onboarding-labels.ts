/** Texts of the specification (part 1, section 5) that are said in several steps. */
export const ORGANIZATION_MISSING = "Please enter your organization's name";
export const LOCATION_MISSING = 'Please select a location of operation';
export const INDUSTRIES_MISSING = 'Please add the industries your organization operates in';

/** The specification's words (part 1, section 8) for a location that could not be saved. */
export const LOCATION_PROBLEM = 'There was a problem updating the location. Please try again.';

/** What did not happen. */
export const LOCATION_NOT_ADDED = 'The location was not added';

/** Asks for the industries of a location. */
export const industriesQuestion = (organizationName: string, regionName: string): string =>
  `What does ${organizationName} do in ${regionName}?`;
