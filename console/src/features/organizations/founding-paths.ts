import { pattern, searched } from '../../lib/url/paths.ts';

/** The addresses of whoever comes to belong to an organization, in the manner of paths.ts. */
export const foundingPattern = {
  basics: `${pattern.orgOnboarding}/basics`,
  primaryLocation: `${pattern.orgOnboarding}/location-primary`,
  codes: `${pattern.orgOnboarding}/codes`,
  otherLocations: `${pattern.orgOnboarding}/locations-other`,
  addLocation: `${pattern.orgOnboarding}/add-location`,
  addLocationCodes: `${pattern.orgOnboarding}/add-location/codes`,
} as const;

export const foundingPaths = {
  orgOnboarding: () => pattern.orgOnboarding,
  /** With what a partner has filled in, where the address carries it. */
  basics: (encoded?: string) =>
    searched(foundingPattern.basics, encoded ? { new: 'true', utm_content: encoded } : undefined),
  primaryLocation: () => foundingPattern.primaryLocation,
  codes: () => foundingPattern.codes,
  otherLocations: () => foundingPattern.otherLocations,
  addLocation: () => foundingPattern.addLocation,
  addLocationCodes: () => foundingPattern.addLocationCodes,
};
