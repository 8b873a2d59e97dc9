/** Error texts of the specification (part 1, section 5) that several steps use. */
export const ORGANIZATION_MISSING = "Please enter your organization's name";
export const LOCATION_MISSING = 'Please select a location of operation';
export const INDUSTRIES_MISSING = 'Please add the industries your organization operates in';

/** Text of the specification (part 1, section 8) for a location that could not be saved. */
export const LOCATION_PROBLEM = 'There was a problem updating the location. Please try again.';

/** Error title. */
export const LOCATION_NOT_ADDED = 'The location was not added';

/** Question for the industries of a location. */
export const industriesQuestion = (organizationName: string, regionName: string): string =>
  `What does ${organizationName} do in ${regionName}?`;
