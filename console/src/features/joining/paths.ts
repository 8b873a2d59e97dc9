import { pattern, searched } from '../../lib/url/paths.ts';

/** URL patterns of joining an organization. */
export const joiningPattern = {
  /** Redirects to the search for an organization. */
  onboarding: '/onboarding',
  companyName: '/onboarding/basics',
  request: '/onboarding/request',
  organizationExists: '/onboarding/organization-exists',
} as const;

export const joiningPaths = {
  /** Start page for users without an organization. `all` shows every option, even with prefilled onboarding data. */
  welcome: (shows?: 'all') => searched(pattern.welcome, shows ? { shows } : undefined),
  /** Search for the organization to join. */
  companyName: (matching?: string) => searched(joiningPattern.companyName, matching ? { matching } : undefined),
  /** Request to join an organization that was found by its full name or ID. */
  request: (organization: string, matching: string) => searched(joiningPattern.request, { organization, matching }),
  /** Warning before an organization is set up twice from prefilled data. */
  organizationExists: (encoded?: string) =>
    searched(joiningPattern.organizationExists, encoded ? { utm_content: encoded } : undefined),
};
