/** Also the title of the dialog that lets one sign in again. */
export const SESSION_ENDED = 'Your session has ended';

const OUR_FAULT =
  'Something went wrong on our end. Please refresh the page or reach out to support if the error persists.';
const LOGGED_OUT = 'There was a problem with your account and you were logged out';

export const IDENTITY_PROVIDER_FAILURE =
  'We ran into a problem signing you in. Please try again, or reach out to support if this error persists.';

const notFound = (thing: string) => ({ status: 404, text: `${thing} not found` }) as const;
const bad = (text: string) => ({ status: 400, text }) as const;
const conflict = (text: string) => ({ status: 409, text }) as const;

/**
 * The error catalogue: every class that an answer may carry, with its HTTP status and the text that users see.
 * Texts are the specification's (part 1, section 8) where it gives one.
 */
export const errorCatalogue = {
  AssignedReviewerPresent: bad('A reviewer is assigned by requesting a review, not here'),
  AttachmentTooLarge: bad('The file is too large'),
  AttemptedToReportInjuryWithoutAtLeastOneInjuredPerson: bad('Your event must have at least one injured person'),
  EmptyEventComponentsArray: bad('Your event report is incomplete'),
  InvalidFileExtension: bad('Files of this type cannot be attached'),
  InvalidRedirectUrl: bad('This return address is not allowed'),
  OrganizationGuidPresent: bad('An event cannot be moved to another organization'),
  PasswordOrEmailAddressVerificationTokenMustBePresent: bad('Enter your password, or use the link in your email'),
  MalformedPassword: bad('The password must have 8 to 128 characters'),
  MalformedDescription: bad('The description is missing or longer than 100,000 characters'),
  MalformedEmailAddress: bad('Email address is invalid'),
  MalformedToken: bad('The link is not valid'),
  MalformedEventField: bad('A field of the event is not valid'),
  MalformedReportingHours: bad('Hours must be zero or greater, with at most two decimal places'),
  MalformedReportingKms: bad('Kilometres must be zero or greater, with at most two decimal places'),
  MalformedLocation: bad('The location is missing or longer than 1,000 characters'),
  MalformedName: bad('The name is missing or too long'),
  MalformedDate: bad('The date is not valid'),
  MalformedRegion: bad('The region is not valid'),
  MalformedSizeRange: bad('The size range is not valid'),
  MalformedUsername: bad('The username is not valid'),
  MalformedYearMonth: bad('The month must be in the form YYYY-MM'),
  MalformedJwt: bad(LOGGED_OUT),
  MissingAssignedReviewer: bad('Assign a reviewer to this event'),
  MissingAssignedApprover: bad('Assign an approver to this event'),
  MissingMember: bad('Please select a person'),
  MissingOrganization: bad('Choose the organization'),
  MissingRegion: bad('Please select the region event occurred in'),
  MissingPromotionalCode: bad('Please supply a promotional code'),
  MissingRelatedEntity: bad('Something that this refers to is missing'),
  MissingUserAccount: bad('The user account is missing'),
  MalformedRequest: bad('The request is not valid'),
  AttachmentInfected: bad('The virus scanner found something in this file'),

  IncorrectPassword: { status: 401, text: 'Incorrect email address or password.' },
  ExpiredNonRefreshableJwt: { status: 401, text: `${SESSION_ENDED}. Sign in again.` },
  NonParsableJwt: { status: 401, text: LOGGED_OUT },
  NoToken: { status: 401, text: 'Sign in to continue.' },
  InvalidApiKey: { status: 401, text: 'This key is not valid' },
  InvalidAuditorCode: { status: 401, text: 'The link or the passcode is not valid' },
  IncorrectSecondFactor: { status: 401, text: 'That code or passkey was not accepted.' },
  IdentityProviderFailure: { status: 401, text: IDENTITY_PROVIDER_FAILURE },
  IncorrectEmailAddressVerificationToken: { status: 401, text: 'This verification link is no longer valid.' },
  IncorrectPasswordResetToken: { status: 401, text: 'This password reset link is no longer valid.' },

  SubscriptionRequired: { status: 402, text: 'Your organization needs a subscription for this' },
  PaymentDeclined: { status: 402, text: 'The card was declined. Nothing was charged.' },

  Forbidden: { status: 403, text: "We don't think you're allowed to see this." },
  SsoSessionRequired: { status: 403, text: 'This organization signs in through its own provider.' },
  RecentSignInRequired: { status: 403, text: 'Sign in again to change this.' },
  ForeignOrigin: { status: 403, text: "This page was not opened at the product's own address." },

  BillingLineItemNotFound: notFound('Billing line item'),
  EmailAddressNotFound: notFound('Email address'),
  EmailAddressVerificationNotFound: notFound('Email address verification'),
  AttachmentNotFound: notFound('Attachment'),
  EventNotFound: notFound('Event'),
  CategoryNotFound: notFound('Category'),
  SavedViewNotFound: notFound('View'),
  ImportNotFound: notFound('Import'),
  FormNotFound: notFound('Form'),
  ImageNotFound: notFound('Image'),
  IndustryNotFound: notFound('Industry'),
  OnboardingRequestNotFound: notFound('Onboarding request'),
  InvitationNotFound: notFound('Invitation'),
  LogoNotFound: notFound('Logo'),
  OrganizationNotFound: notFound('Organization'),
  UserGroupNotFound: notFound('User group'),
  PasswordNotFound: notFound('Password'),
  ProfilePhotoNotFound: notFound('Profile photo'),
  RegionNotFound: notFound('Region'),
  ReportingGroupNotFound: notFound('Reporting group'),
  SafetyProgramNotFound: notFound('Safety program'),
  SegmentNotFound: notFound('Segment'),
  TaskNotFound: notFound('Task'),
  WorksiteNotFound: notFound('Worksite'),
  NoSafetyContentForIndustryCode: { status: 404, text: 'There is no safety content for this industry code' },
  NoSafetyContentForRegion: { status: 404, text: 'There is no safety content for this region' },
  NoIndustryAssociation: { status: 404, text: 'There is no industry association' },
  NotAMember: { status: 404, text: 'This person is not a member of the organization' },
  PasswordResetRequestNotFound: notFound('Password reset request'),
  UsernameDoesNotExist: { status: 404, text: 'This username does not exist' },
  PromotionalCodeNotFound: notFound('Promotional code'),
  RecordNotFound: notFound('Record'),
  RouteNotFound: notFound('Page'),

  InvitationAlreadyUsed: conflict('This invitation has already been used'),
  ApprovedEventCannotBeModified: conflict('An approved event cannot be modified'),
  EventAlreadyReviewed: conflict('This event has already been reviewed and sent for approval'),
  EventAlreadyApproved: conflict('This event has already been approved'),
  ApprovalWithoutAssignedApprover: conflict('This event has not been sent to an approver'),
  LastAdminCannotBeRemoved: conflict('At least one administrator must remain'),
  PrimaryEmailAddressCannotBeRemoved: conflict('The primary email address cannot be removed'),
  UnverifiedEmailAddressCannotBePrimary: conflict('Verify an email address before making it the primary one'),
  DuplicateEmailAddress: conflict('This email address is already in use'),
  DuplicateAttachmentName: conflict('A file with this name is already attached'),
  DuplicateGuid: conflict('This already exists'),
  DuplicateIndustryAssociation: conflict('This industry has already been added'),
  DuplicateMembership: conflict('This person is already a member'),
  DuplicateUserGroup: conflict('This user group already exists'),
  DuplicateReportingGroupName: conflict('A reporting group with this name already exists'),
  DuplicateUsername: conflict('This username is already taken'),
  DuplicateWorksiteName: conflict('A worksite with this name already exists'),
  RecipientAlreadyHasAccount: conflict('This person already has an account'),
  ReportingGroupWithEventsOrMembersCannotBeRemoved: conflict(
    'A reporting group with events or members cannot be removed',
  ),
  WorksiteWithEventsCannotBeRemoved: conflict('A worksite with events cannot be removed'),
  UserHasNoVerifiedEmailAddress: conflict('This person has no verified email address'),
  DuplicateDomain: conflict('This domain belongs to another organization'),
  SsoNotTested: conflict('Try the sign-in with these data before you turn it on'),
  LimitReached: conflict('There are as many of these as there may be'),
  LegalHoldPrevents: conflict('A legal hold prevents this'),
  StillMember: conflict('This person is still a member of the organization'),
  KafkaNotConfigured: conflict('This installation has no Kafka brokers'),
  StaleRevision: conflict('Someone changed this in the meantime'),
  FormStateConflict: conflict('The form’s current state does not allow this'),
  EventStateConflict: conflict('The event’s current state does not allow this'),
  SubscriptionStateConflict: conflict('The subscription’s current state does not allow this'),
  QuoteOutdated: conflict('The price has changed since it was shown'),
  TaskStateConflict: conflict('The corrective action’s current state does not allow this'),

  RequestTimeout: { status: 408, text: 'The request did not arrive in time' },
  PayloadTooLarge: { status: 413, text: 'The request is too large' },
  UnsupportedMediaType: { status: 415, text: 'Send uncompressed JSON (application/json)' },
  AddressNotAllowed: { status: 422, text: 'Plimsoll sends nothing to this address' },
  IdempotencyKeyReused: { status: 422, text: 'This request was already sent with different content' },
  TooManyAttempts: { status: 429, text: 'Too many attempts. Try again in a few minutes.' },
  HeadersTooLarge: { status: 431, text: 'The address or the headers are too long' },
  InternalServerError: { status: 500, text: OUR_FAULT },
  Unavailable: { status: 503, text: OUR_FAULT },
} as const;

export type ErrorClass = keyof typeof errorCatalogue;

/** Why a session does not go on, or never was. Any other 401 speaks of what was typed, and leaves the session as it is. */
export const sessionFaults = [
  'NoToken',
  'NonParsableJwt',
  'ExpiredNonRefreshableJwt',
] as const satisfies readonly ErrorClass[];

export const NETWORK_FAILURE = 'Something went wrong. Please check your internet connection and try again...';

/** The status that goes with a class. */
export const statusOf = (className: ErrorClass): number => errorCatalogue[className].status;

/** The text that users see for a class. */
export const textOf = (className: ErrorClass): string => errorCatalogue[className].text;

/** The text of a page that was opened elsewhere, and where it is to be opened. */
export const foreignOriginText = (address: string): string => `${textOf('ForeignOrigin')} Open ${address} instead.`;
