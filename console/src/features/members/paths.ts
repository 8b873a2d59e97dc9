import { paged } from '../../lib/url/paths.ts';

/** URL patterns of the pages about an organization's members. */
export const membersPattern = {
  organization: '/organization',
  people: '/organization/people',
  person: '/organization/people/:userGuid',
  invitations: '/organization/invitations',
  requests: '/organization/requests',
  roles: '/settings/organization/roles',
} as const;

export const membersPaths = {
  people: paged(membersPattern.people),
  person: (userGuid: string) => `${membersPattern.people}/${userGuid}`,
  invitations: paged(membersPattern.invitations),
  requests: paged(membersPattern.requests),
  roles: () => membersPattern.roles,
};
