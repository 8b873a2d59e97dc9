import { searched } from './paths.ts';

/** The addresses below /organization, in the manner of paths.ts; a screen that leads to none of them does not fetch them. */
export const organizationPattern = {
  organization: '/organization',
  people: '/organization/people',
  person: '/organization/people/:userGuid',
  invitations: '/organization/invitations',
  requests: '/organization/requests',
  locations: '/organization/locations',
} as const;

/** A page of a list whose state stands in its parameters, the page among them. */
const paged = (path: string) => (page = 1, search?: URLSearchParams | Record<string, string>) => {
  const parameters = new URLSearchParams(search);
  if (page > 1) parameters.set('page', String(page));
  else parameters.delete('page');
  return searched(path, parameters);
};

export const organizationPaths = {
  people: paged(organizationPattern.people),
  person: (userGuid: string) => `${organizationPattern.people}/${userGuid}`,
  invitations: paged(organizationPattern.invitations),
  requests: paged(organizationPattern.requests),
  locations: () => organizationPattern.locations,
};
