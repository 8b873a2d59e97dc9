import { pattern, searched } from '../../lib/url/paths.ts';

/** URL patterns of setting up an organization. */
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
  /** `encoded` is prefilled onboarding data of a partner. */
  basics: (encoded?: string) =>
    searched(foundingPattern.basics, encoded ? { new: 'true', utm_content: encoded } : undefined),
  primaryLocation: () => foundingPattern.primaryLocation,
  codes: () => foundingPattern.codes,
  otherLocations: () => foundingPattern.otherLocations,
  addLocation: () => foundingPattern.addLocation,
  addLocationCodes: () => foundingPattern.addLocationCodes,
};
