import { bad, conflict, notFound } from '../errors/error-entry.ts';

export const memberErrors = {
  MissingMember: bad('Please select a person'),
  InvitationNotFound: notFound('Invitation'),
  UserGroupNotFound: notFound('User group'),
  NotAMember: { status: 404, text: 'This person is not a member of the organization' },
  InvitationAlreadyUsed: conflict('This invitation has already been used'),
  LastAdminCannotBeRemoved: conflict('At least one administrator must remain'),
  DuplicateMembership: conflict('This person is already a member'),
  DuplicateUserGroup: conflict('This user group already exists'),
  StillMember: conflict('This person is still a member of the organization'),
} as const;
