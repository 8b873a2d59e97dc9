import { bad, conflict, notFound } from '../errors/error-entry.ts';

export const identityErrors = {
  InvalidRedirectUrl: bad('This return address is not allowed'),
  PasswordOrEmailAddressVerificationTokenMustBePresent: bad('Enter your password, or use the link in your email'),
  MalformedPassword: bad('The password must have 8 to 128 characters'),
  MissingUserAccount: bad('The user account is missing'),
  IncorrectPassword: { status: 401, text: 'Incorrect email address or password.' },
  IncorrectSecondFactor: { status: 401, text: 'That code or passkey was not accepted.' },
  IncorrectEmailAddressVerificationToken: { status: 401, text: 'This verification link is no longer valid.' },
  IncorrectPasswordResetToken: { status: 401, text: 'This password reset link is no longer valid.' },
  EmailAddressNotFound: notFound('Email address'),
  EmailAddressVerificationNotFound: notFound('Email address verification'),
  OnboardingRequestNotFound: notFound('Onboarding request'),
  PasswordNotFound: notFound('Password'),
  ProfilePhotoNotFound: notFound('Profile photo'),
  PasswordResetRequestNotFound: notFound('Password reset request'),
  UsernameDoesNotExist: { status: 404, text: 'This username does not exist' },
  PrimaryEmailAddressCannotBeRemoved: conflict('The primary email address cannot be removed'),
  UnverifiedEmailAddressCannotBePrimary: conflict('Verify an email address before making it the primary one'),
  DuplicateEmailAddress: conflict('This email address is already in use'),
  UserHasNoVerifiedEmailAddress: conflict('This person has no verified email address'),
  RecipientAlreadyHasAccount: conflict('This person already has an account'),
} as const;
