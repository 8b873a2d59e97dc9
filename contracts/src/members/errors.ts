import { bad, conflict, notFound } from '../errors/error-entry.ts';

export const memberErrors = {
  MissingMember: bad('Please select a person'),
  InvitationNotFound: notFound('Invitation'),
  UserGroupNotFound: notFound('User group'),
  NotAMember: { status: 404, text: 'This person is not a member of the organization' },
  InvitationVoid: conflict(
    'This invitation is no longer valid, because the person who sent it may no longer invite you. Ask an administrator for a new one.',
  ),
  InvitationNotAccepted: {
    status: 403,
    text: 'Accept your invitation before you sign in here. Open the link in the invitation email and use your own password.',
  },
  InvitationAlreadyUsed: conflict('This invitation has already been used'),
  LastAdminCannotBeRemoved: conflict('At least one administrator must remain'),
  DuplicateMembership: conflict('This person is already a member'),
  DuplicateUserGroup: conflict('This user group already exists'),
  StillMember: conflict('This person is still a member of the organization'),
} as const;
