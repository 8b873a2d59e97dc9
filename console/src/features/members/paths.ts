import { paged } from '../../lib/url/paths.ts';

/** The addresses below /organization, in the manner of paths.ts; a screen that leads to none of them does not fetch them. */
export const organizationPattern = {
  organization: '/organization',
  people: '/organization/people',
  person: '/organization/people/:userGuid',
  invitations: '/organization/invitations',
  requests: '/organization/requests',
  locations: '/organization/locations',
} as const;

export const organizationPaths = {
  people: paged(organizationPattern.people),
  person: (userGuid: string) => `${organizationPattern.people}/${userGuid}`,
  invitations: paged(organizationPattern.invitations),
  requests: paged(organizationPattern.requests),
  locations: () => organizationPattern.locations,
};
