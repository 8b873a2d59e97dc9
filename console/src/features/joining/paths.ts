import { pattern, searched } from '../../lib/url/paths.ts';

/** The addresses of someone who is about to belong to an organization. */
export const joiningPattern = {
  /** Asking to join: whom, then the request itself. */
  onboarding: '/onboarding',
  companyName: '/onboarding/basics',
  request: '/onboarding/request',
  organizationExists: '/onboarding/organization-exists',
} as const;

export const joiningPaths = {
  /** What somebody without an organization may do next; `all` of it, also where they have said before what they want. */
  welcome: (shows?: 'all') => searched(pattern.welcome, shows ? { shows } : undefined),
  /** Finds the organization that somebody wants to join. */
  companyName: (matching?: string) => searched(joiningPattern.companyName, matching ? { matching } : undefined),
  /** Asks an organization that was found by its whole name or ID. */
  request: (organization: string, matching: string) => searched(joiningPattern.request, { organization, matching }),
  /** Warns before an organization is set up twice, by what was filled in for somebody. */
  organizationExists: (encoded?: string) =>
    searched(joiningPattern.organizationExists, encoded ? { utm_content: encoded } : undefined),
};
