import { pattern, searched } from '../../lib/url/paths.ts';

/** The addresses of whoever comes to belong to an organization, in the manner of paths.ts. */
export const foundingPattern = {
  /** Asking to join: whom, then the request itself. */
  onboarding: '/onboarding',
  companyName: '/onboarding/basics',
  request: '/onboarding/request',
  organizationExists: '/onboarding/organization-exists',
  basics: `${pattern.orgOnboarding}/basics`,
  primaryLocation: `${pattern.orgOnboarding}/location-primary`,
  codes: `${pattern.orgOnboarding}/codes`,
  otherLocations: `${pattern.orgOnboarding}/locations-other`,
  addLocation: `${pattern.orgOnboarding}/add-location`,
  addLocationCodes: `${pattern.orgOnboarding}/add-location/codes`,
  /** Where our staff begin to read an organization. */
  staff: '/staff',
} as const;

export const foundingPaths = {
  /** What somebody without an organization may do next; `all` of it, also where they have said before what they want. */
  welcome: (shows?: 'all') => searched(pattern.welcome, shows ? { shows } : undefined),
  /** Finds the organization that somebody wants to join. */
  companyName: (matching?: string) => searched(foundingPattern.companyName, matching ? { matching } : undefined),
  /** Asks an organization that was found by its whole name or ID. */
  request: (organization: string, matching: string) => searched(foundingPattern.request, { organization, matching }),
  /** Warns before an organization is set up twice, by what was filled in for somebody. */
  organizationExists: (encoded?: string) =>
    searched(foundingPattern.organizationExists, encoded ? { utm_content: encoded } : undefined),
  orgOnboarding: () => pattern.orgOnboarding,
  /** With what a partner has filled in, where the address carries it. */
  basics: (encoded?: string) =>
    searched(foundingPattern.basics, encoded ? { new: 'true', utm_content: encoded } : undefined),
  primaryLocation: () => foundingPattern.primaryLocation,
  codes: () => foundingPattern.codes,
  otherLocations: () => foundingPattern.otherLocations,
  addLocation: () => foundingPattern.addLocation,
  addLocationCodes: () => foundingPattern.addLocationCodes,
  staff: () => foundingPattern.staff,
};
