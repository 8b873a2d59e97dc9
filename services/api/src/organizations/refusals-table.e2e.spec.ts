import type { ErrorClass } from '@plimsoll/contracts/errors/errors';
import type { Route } from '@plimsoll/contracts/http/route';
import { identityRoutes } from '@plimsoll/contracts/identity/routes';
import { mailRoutes } from '@plimsoll/contracts/mail/routes';
import { memberRoutes } from '@plimsoll/contracts/members/member-routes';
import { organizationRoutes } from '@plimsoll/contracts/organizations/routes';
import { organizationSettingsRoutes } from '@plimsoll/contracts/organizations/settings-routes';
import { ssoRoutes } from '@plimsoll/contracts/single-sign-on/sso-routes';
import { unitRoutes } from '@plimsoll/contracts/units/unit-routes';
import { staffRoutes } from '@plimsoll/contracts/staff/routes';
import { setRefusalScene, type RefusalScene } from '../../test/organizations/refusal-scene.ts';
import { NameServer } from '../../test/single-sign-on/name-server.ts';
import { TEST_PASSWORD, TestApplication } from '../../test/test-application.ts';

/** Texts that people read, by class: copied by hand, not taken from the catalogue. */
const texts: Readonly<Partial<Record<ErrorClass, string>>> = {
  DuplicateDomain: 'This domain belongs to another organization',
  DuplicateEmailAddress: 'This email address is already in use',
  DuplicateIndustryAssociation: 'This industry has already been added',
  DuplicateMembership: 'This person is already a member',
  DuplicateReportingGroupName: 'A reporting group with this name already exists',
  DuplicateUserGroup: 'This user group already exists',
  DuplicateUsername: 'This username is already taken',
  DuplicateWorksiteName: 'A worksite with this name already exists',
  EmailAddressNotFound: 'Email address not found',
  EmailAddressVerificationNotFound: 'Email address verification not found',
  ExpiredNonRefreshableJwt: 'Your session has ended. Sign in again.',
  Forbidden: "We don't think you're allowed to see this.",
  IdentityProviderFailure:
    'We ran into a problem signing you in. Please try again, or reach out to support if this error persists.',
  IncorrectEmailAddressVerificationToken: 'This verification link is no longer valid.',
  IncorrectPassword: 'Incorrect email address or password.',
  IncorrectPasswordResetToken: 'This password reset link is no longer valid.',
  IncorrectSecondFactor: 'That code or passkey was not accepted.',
  IndustryNotFound: 'Industry not found',
  InvalidFileExtension: 'Files of this type cannot be attached',
  InvalidRedirectUrl: 'This return address is not allowed',
  InvitationAlreadyUsed: 'This invitation has already been used',
  InvitationNotFound: 'Invitation not found',
  InvitationVoid:
    'This invitation is no longer valid, because the person who sent it may no longer invite you. Ask an administrator for a new one.',
  LastAdminCannotBeRemoved: 'At least one administrator must remain',
  LimitReached: 'There are as many of these as there may be',
  LogoNotFound: 'Logo not found',
  MalformedDate: 'The date is not valid',
  MalformedDescription: 'The description is missing or longer than 100,000 characters',
  MalformedEmailAddress: 'Email address is invalid',
  MalformedName: 'The name is missing or too long',
  MalformedPassword: 'The password must have 8 to 128 characters',
  MalformedRegion: 'The region is not valid',
  MalformedSizeRange: 'The size range is not valid',
  MalformedToken: 'The link is not valid',
  MalformedUsername: 'The username is not valid',
  MissingOrganization: 'Choose the organization',
  MissingRelatedEntity: 'Something that this refers to is missing',
  NoIndustryAssociation: 'There is no industry association',
  NotAMember: 'This person is not a member of the organization',
  NoToken: 'Sign in to continue.',
  OnboardingRequestNotFound: 'Onboarding request not found',
  OrganizationNotFound: 'Organization not found',
  PasswordNotFound: 'Password not found',
  PasswordOrEmailAddressVerificationTokenMustBePresent: 'Enter your password, or use the link in your email',
  PasswordResetRequestNotFound: 'Password reset request not found',
  PrimaryEmailAddressCannotBeRemoved: 'The primary email address cannot be removed',
  ProfilePhotoNotFound: 'Profile photo not found',
  RecipientAlreadyHasAccount: 'This person already has an account',
  RecordNotFound: 'Record not found',
  RegionNotFound: 'Region not found',
  ReportingGroupNotFound: 'Reporting group not found',
  ReportingGroupWithEventsOrMembersCannotBeRemoved: 'A reporting group with events or members cannot be removed',
  RouteNotFound: 'Page not found',
  SsoNotTested: 'Try the sign-in with these data before you turn it on',
  UnverifiedEmailAddressCannotBePrimary: 'Verify an email address before making it the primary one',
  UserGroupNotFound: 'User group not found',
  UserHasNoVerifiedEmailAddress: 'This person has no verified email address',
  UsernameDoesNotExist: 'This username does not exist',
  WorksiteNotFound: 'Worksite not found',
  WorksiteWithEventsCannotBeRemoved: 'A worksite with events cannot be removed',
};

type Row = readonly [who: string, asked: string, body: unknown, expected: string, field?: string, message?: string];
/** A binary body: neither a picture nor an identity provider's form. */
const BYTES = Buffer.from('hello');
const SAML = new URLSearchParams({
  SAMLResponse: Buffer.from('<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>').toString('base64'),
}).toString();
const other = '/users/{otto}';
const self = '/users/{nora}';
const gov = '/users/{gov}';
const O = '/orgs/{org}';
const nowhere = '/orgs/{nowhere}';
const groups = `${O}/reporting-groups`;
const worksites = `${O}/worksite-locations`;
const member = '/org-memberships/{org}/{stan}';
const lost = '/org-memberships/{org}/{nowhere}';
const request = '/org-invitations/{org}/request';
const noUser = '404 UsernameDoesNotExist';
const noOrganization = '404 OrganizationNotFound';
const F = '403 Forbidden';

const table: readonly Row[] = [
  // Signing up and signing in.
  [
    '',
    'POST /onboarding',
    { name: '4711', emailAddress: 'a@example.test', password: '{password}' },
    '400 MalformedName',
    'name',
    'Full name is invalid',
  ],
  [
    '',
    'POST /onboarding',
    { name: 'Nora', emailAddress: 'a\nb@example.test', password: '{password}' },
    '400 MalformedEmailAddress',
    'emailAddress',
  ],
  [
    '',
    'POST /onboarding',
    { name: 'Nora', emailAddress: 'a@example.test', password: 'short' },
    '400 MalformedPassword',
    'password',
  ],
  [
    '',
    'POST /onboarding',
    { name: 'Nora', emailAddress: 'a@example.test', password: '{password}', inviteToken: 'x' },
    '400 MalformedToken',
    'inviteToken',
  ],
  [
    '',
    'POST /onboarding',
    { name: 'Nora', emailAddress: 'a@example.test', password: '{password}', inviteToken: '{madeUp}' },
    '404 InvitationNotFound',
  ],
  [
    '',
    'POST /onboarding',
    { name: 'Otto Berg', emailAddress: '{otto@}', password: '{password}', inviteToken: '{ottosInvitation}' },
    '409 RecipientAlreadyHasAccount',
  ],
  ['', 'PUT /email-verification', { verificationToken: 'x' }, '400 MalformedToken', 'verificationToken'],
  ['', 'PUT /email-verification', { verificationToken: '{madeUp}' }, '401 IncorrectEmailAddressVerificationToken'],
  ['', 'PUT /email-verification', { verificationToken: '{signUpToken}' }, '401 IncorrectPassword'],
  ['', 'PUT /email-verification', { verificationToken: '{addedToken}' }, '401 NoToken'],
  ['', 'PUT /email-verification', { verificationToken: '{goneVerification}' }, '404 EmailAddressVerificationNotFound'],
  [
    '',
    'PUT /email-verification',
    { verificationToken: '{takenToken}', password: '{password}' },
    '409 DuplicateEmailAddress',
  ],
  ['', 'POST /auth', { identifier: '{otto@}', password: 'not-this-one-1' }, '401 IncorrectPassword'],
  ['', 'POST /auth', { identifier: '{pending}', password: '{password}' }, '409 UserHasNoVerifiedEmailAddress'],
  ['', 'POST /auth', { identifier: '{otto@}' }, '400 PasswordOrEmailAddressVerificationTokenMustBePresent', 'password'],
  [
    '',
    'POST /auth',
    { identifier: '{otto@}', password: TEST_PASSWORD, redirectUrl: 'https://evil.example/' },
    '400 InvalidRedirectUrl',
    'redirectUrl',
  ],
  ['', 'POST /auth', { emailVerificationToken: 'x' }, '400 MalformedToken', 'emailVerificationToken'],
  ['', 'POST /auth', { emailVerificationToken: '{madeUp}' }, '401 IncorrectEmailAddressVerificationToken'],
  ['', 'POST /auth', { emailVerificationToken: '{goneVerification}' }, '404 EmailAddressVerificationNotFound'],
  ['', 'POST /auth', { emailVerificationToken: '{takenToken}', password: '{password}' }, '409 DuplicateEmailAddress'],
  ['', 'POST /auth/second-factor', { challengeToken: 'A'.repeat(43), totp: '123456' }, '401 IncorrectSecondFactor'],
  ['', 'POST /auth/refresh', undefined, '401 NoToken'],
  ['a browser with a made-up cookie', 'POST /auth/refresh', undefined, '401 ExpiredNonRefreshableJwt'],
  ['', 'POST /auth/invitation', { inviteToken: '{madeUp}' }, '404 InvitationNotFound'],
  ['', 'POST /auth/invitation', { inviteToken: '{declinedInvitation}' }, '409 InvitationAlreadyUsed'],
  ['', 'POST /auth/invitation', { inviteToken: '{voidInvitation}' }, '409 InvitationVoid'],
  [
    '',
    'POST /onboarding',
    { name: 'Vee Oid', emailAddress: '{vee@}', password: '{password}', inviteToken: '{voidInvitation}' },
    '409 InvitationVoid',
  ],
  ['', 'POST /password-reset', { resetToken: 'x', newPassword: '{password}' }, '400 MalformedToken', 'resetToken'],
  [
    '',
    'POST /password-reset',
    { resetToken: '{madeUp}', newPassword: '{password}' },
    '401 IncorrectPasswordResetToken',
  ],
  [
    '',
    'POST /password-reset',
    { resetToken: '{goneReset}', newPassword: '{password}' },
    '404 PasswordResetRequestNotFound',
  ],
  ['', 'POST /password-reset', { resetToken: '{governedReset}', newPassword: '{password}' }, F],
  // The own account; others are not accessible.
  ['nora', `GET ${other}`, undefined, noUser],
  ['nora', `PATCH ${other}`, { name: 'Mal' }, noUser],
  ['nora', `GET ${other}/email-addresses`, undefined, noUser],
  ['nora', `POST ${other}/email-addresses`, { emailAddress: 'a@example.test' }, noUser],
  ['nora', `PATCH ${other}/email-addresses/{otto@}`, { isPrimary: true }, noUser],
  ['nora', `DELETE ${other}/email-addresses/{otto@}`, undefined, noUser],
  ['nora', `PUT ${other}/photo`, BYTES, noUser],
  ['nora', `DELETE ${other}/photo`, undefined, noUser],
  ['nora', `POST ${other}/password`, { currentPassword: TEST_PASSWORD, newPassword: '{password}' }, noUser],
  ['nora', `GET ${other}/sessions`, undefined, noUser],
  ['nora', `DELETE ${other}/sessions`, undefined, noUser],
  ['nora', `DELETE ${other}/sessions/{nowhere}`, undefined, noUser],
  ['nora', `GET ${other}/second-factors`, undefined, noUser],
  ['nora', `POST ${other}/totp`, undefined, noUser],
  ['nora', `POST ${other}/totp/confirm`, { code: '123456' }, noUser],
  ['nora', `DELETE ${other}/totp`, undefined, noUser],
  ['nora', `POST ${other}/passkeys/options`, undefined, noUser],
  ['nora', `POST ${other}/passkeys`, { name: 'Key', response: 'unasked' }, noUser],
  ['nora', `DELETE ${other}/passkeys/{nowhere}`, undefined, noUser],
  ['nora', `POST ${other}/recovery-codes`, undefined, noUser],
  ['nora', `GET ${other}/membership-requests`, undefined, noUser],
  ['nora', `PATCH ${self}`, { username: 'x' }, '400 MalformedUsername', 'username', 'Must have at least 6 characters'],
  ['nora', `PATCH ${self}`, { username: 'OTTO-berg-1' }, '409 DuplicateUsername'],
  ['nora', `POST ${self}/email-addresses`, { emailAddress: '{nora@}' }, '409 DuplicateEmailAddress', 'emailAddress'],
  [
    'full',
    'POST /users/{full}/email-addresses',
    { emailAddress: 'one.more@example.test' },
    '409 LimitReached',
    'emailAddress',
    'An account has at most 10 email addresses',
  ],
  ['nora', `PATCH ${self}/email-addresses/{otto@}`, { isPrimary: true }, '404 EmailAddressNotFound'],
  ['nora', `PATCH ${self}/email-addresses/{added}`, { isPrimary: true }, '409 UnverifiedEmailAddressCannotBePrimary'],
  ['nora', `DELETE ${self}/email-addresses/{otto@}`, undefined, '404 EmailAddressNotFound'],
  ['nora', `DELETE ${self}/email-addresses/{nora@}`, undefined, '409 PrimaryEmailAddressCannotBeRemoved'],
  ['nora', `PUT ${self}/photo`, BYTES, '400 InvalidFileExtension', 'body'],
  ['nora', `DELETE ${self}/photo`, undefined, '404 ProfilePhotoNotFound'],
  ['', `GET ${self}/photo?v=x`, undefined, '404 ProfilePhotoNotFound'],
  [
    'nora',
    `POST ${self}/password`,
    { currentPassword: 'not-this-one-1', newPassword: '{password}' },
    '401 IncorrectPassword',
    'currentPassword',
    'This is not your current password',
  ],
  [
    'bare',
    'POST /users/{bare}/password',
    { currentPassword: TEST_PASSWORD, newPassword: '{password}' },
    '404 PasswordNotFound',
  ],
  ['nora', `POST ${self}/totp/confirm`, { code: '{wrongCode}' }, '401 IncorrectSecondFactor'],
  ['nora', `POST ${self}/passkeys`, { name: 'Key', response: 'unasked' }, '401 IncorrectSecondFactor'],
  ['nora', `POST ${self}/recovery-codes`, undefined, '400 MissingRelatedEntity', 'secondFactors'],
  ['full', 'POST /users/{full}/passkeys/options', undefined, '409 LimitReached'],
  // Account changes that an organization does not permit.
  ['gov', `PATCH ${gov}`, { name: 'Mal' }, F],
  ['gov', `POST ${gov}/email-addresses`, { emailAddress: 'a@example.test' }, F],
  ['gov', `PATCH ${gov}/email-addresses/{gov@}`, { isPrimary: true }, F],
  ['gov', `DELETE ${gov}/email-addresses/{gov@}`, undefined, F],
  ['gov', `PUT ${gov}/photo`, BYTES, F],
  ['gov', `DELETE ${gov}/photo`, undefined, F],
  ['gov', `POST ${gov}/password`, { currentPassword: TEST_PASSWORD, newPassword: '{password}' }, F],
  // Organizations.
  ['nora', 'POST /orgs', { creatorGuid: '{otto}', name: 'Works', sizeRange: 'ONE_TO_TEN' }, F, 'creatorGuid'],
  [
    'nora',
    'POST /orgs',
    { creatorGuid: '{nora}', name: 'Works', sizeRange: 'HUGE' },
    '400 MalformedSizeRange',
    'sizeRange',
    'Must be one of ONE_TO_TEN, ELEVEN_TO_FIFTY, FIFTY_ONE_TO_TWO_HUNDRED, OVER_TWO_HUNDRED',
  ],
  [
    'boss',
    `PATCH ${O}`,
    { username: 'a--bcdef' },
    '400 MalformedUsername',
    'username',
    'Use letters, digits and single hyphens, with no hyphen at either end',
  ],
  [
    'boss',
    `PATCH ${O}`,
    { username: '{elsewhereId}' },
    '409 DuplicateUsername',
    'username',
    'Organization ID is already taken',
  ],
  ['boss', `PATCH ${nowhere}`, { name: 'Works' }, noOrganization],
  ['boss', `PUT ${nowhere}/logo`, BYTES, noOrganization],
  ['boss', `DELETE ${nowhere}/logo`, undefined, noOrganization],
  ['boss', `PATCH ${nowhere}/features`, { featureCode: 'myDocs', isEnabled: true }, noOrganization],
  ['boss', `PATCH ${nowhere}/customer-config`, { featureCode: 'WORKSITES', isEnabled: true }, noOrganization],
  ['boss', `PUT ${nowhere}/external-systems`, [], noOrganization],
  ['boss', `PUT ${O}/logo`, BYTES, '400 InvalidFileExtension', 'logo'],
  ['boss', `DELETE ${O}/logo`, undefined, '404 LogoNotFound'],
  ['', `GET ${O}/logo?v=x`, undefined, '404 LogoNotFound'],
  [
    'boss',
    `GET ${O}/subscription/billing-status?asOf=2026-02-31`,
    undefined,
    '400 MalformedDate',
    'asOf',
    'Must be a date, YYYY-MM-DD',
  ],
  [
    'boss',
    `POST ${O}/locations`,
    { regionGuid: 'north', industryGuids: [] },
    '400 MalformedRegion',
    'regionGuid',
    'Must be a UUID',
  ],
  ['boss', `POST ${O}/locations`, { regionGuid: '{nowhere}', industryGuids: [] }, '404 RegionNotFound', 'regionGuid'],
  [
    'boss',
    `POST ${O}/locations`,
    { regionGuid: '{otherRegion}', industryGuids: ['{nowhere}'] },
    '404 IndustryNotFound',
    'industryGuids.0',
  ],
  [
    'boss',
    `POST ${O}/locations`,
    { regionGuid: '{region}', industryGuids: [] },
    '409 DuplicateIndustryAssociation',
    'regionGuid',
  ],
  [
    'boss',
    `PATCH ${O}/locations/{region}`,
    { industryGuids: ['{nowhere}'] },
    '404 IndustryNotFound',
    'industryGuids.0',
  ],
  [
    'boss',
    `PATCH ${O}/locations/{region}`,
    { industryGuids: ['{industry}', '{industry}'] },
    '409 DuplicateIndustryAssociation',
    'industryGuids.1',
  ],
  ['boss', `PATCH ${O}/locations/{otherRegion}`, { industryGuids: [] }, '404 NoIndustryAssociation'],
  ['boss', `DELETE ${O}/locations/{otherRegion}`, undefined, '404 NoIndustryAssociation'],
  [
    'nora',
    'GET /industries?regionGuid={nowhere}',
    undefined,
    '404 RegionNotFound',
    'regionGuid',
    'No industry matches the region: {nowhere}',
  ],
  // Members.
  ['nora', 'GET /org-memberships', undefined, '400 MissingOrganization', 'organizationGuid'],
  ['boss', `PATCH ${lost}`, { isAdmin: true }, '404 NotAMember'],
  ['boss', `DELETE ${lost}`, undefined, '404 NotAMember'],
  ['boss', `GET ${lost}/industries`, undefined, '404 NotAMember'],
  ['boss', `PUT ${lost}/industries`, { industryGuids: [] }, '404 NotAMember'],
  ['boss', `GET ${lost}/intrac-urls`, undefined, '404 NotAMember'],
  ['boss', `PUT ${member}/industries`, { industryGuids: ['{nowhere}'] }, '404 IndustryNotFound', 'industryGuids.0'],
  [
    'boss',
    `PUT ${member}/industries`,
    { industryGuids: ['{industry}', '{industry}'] },
    '409 DuplicateIndustryAssociation',
    'industryGuids.1',
  ],
  ['boss', 'PATCH /org-memberships/{org}/{boss}', { isAdmin: false }, '409 LastAdminCannotBeRemoved'],
  ['boss', 'DELETE /org-memberships/{org}/{boss}', undefined, '409 LastAdminCannotBeRemoved'],
  ['stan', `PATCH ${member}`, { isAdmin: true }, F],
  [
    'boss',
    `PATCH ${member}`,
    { organizationUserGroups: ['Foremen'] },
    '404 UserGroupNotFound',
    'organizationUserGroups',
  ],
  [
    'boss',
    `PATCH ${member}`,
    { organizationUserGroups: ['Standard', 'Standard'] },
    '409 DuplicateUserGroup',
    'organizationUserGroups',
  ],
  ['boss', `PATCH ${member}`, { reportingGroupGuid: '{archived}' }, '404 ReportingGroupNotFound', 'reportingGroupGuid'],
  ['boss', `PUT ${O}/user-groups/Foremen`, { permissions: [] }, '404 UserGroupNotFound'],
  // Invitations and requests.
  [
    'inviter',
    'PUT /org-invitations',
    { recipientName: 'Bo', recipientEmailAddress: 'bo@example.test', isAdmin: true },
    F,
  ],
  [
    'boss',
    'PUT /org-invitations',
    { recipientName: 'Bo', recipientEmailAddress: 'bo', isAdmin: true },
    '400 MalformedEmailAddress',
    'recipientEmailAddress',
  ],
  [
    'boss',
    'PUT /org-invitations',
    { recipientName: 'Stan', recipientEmailAddress: '{stan@}' },
    '409 DuplicateMembership',
  ],
  [
    'boss',
    'PUT /org-invitations',
    { recipientName: 'Bo', recipientEmailAddress: 'bo@example.test', organizationUserGroups: ['Foremen'] },
    '404 UserGroupNotFound',
    'organizationUserGroups',
  ],
  [
    'boss',
    'PUT /org-invitations',
    { recipientName: 'Bo', recipientEmailAddress: 'bo@example.test', organizationUserGroups: ['Standard', 'Standard'] },
    '409 DuplicateUserGroup',
    'organizationUserGroups',
  ],
  [
    'boss',
    'PUT /org-invitations',
    { recipientName: 'Bo', recipientEmailAddress: 'bo@example.test', reportingGroupGuid: '{nowhere}' },
    '404 ReportingGroupNotFound',
    'reportingGroupGuid',
  ],
  ['stan', 'GET /org-invitations?organizationGuid={org}', undefined, F],
  ['nora', 'GET /org-invitations', undefined, '400 MissingOrganization', 'organizationGuid'],
  ['boss', 'PATCH /org-invitations/{org}/{otto@}', { status: 'ACCEPTED' }, F],
  ['nora', 'PATCH /org-invitations/{org}/{nora@}', { status: 'ACCEPTED' }, '404 InvitationNotFound'],
  ['decliner', 'PATCH /org-invitations/{org}/{decliner@}', { status: 'ACCEPTED' }, '409 InvitationAlreadyUsed'],
  ['vee', 'PATCH /org-invitations/{org}/{vee@}', { status: 'ACCEPTED' }, '409 InvitationVoid'],
  ['stan', 'GET /org-memberships/{org}/{boss}/created-access', undefined, '403 Forbidden'],
  ['late', 'PATCH /org-invitations/{org}/{late@}', { status: 'ACCEPTED' }, '409 DuplicateMembership'],
  ['boss', 'DELETE /org-invitations/{org}/{nora@}', undefined, '404 InvitationNotFound'],
  ['boss', 'DELETE /org-invitations/{org}/{decliner@}', undefined, '409 InvitationAlreadyUsed'],
  ['nora', `POST ${request}/{otto}`, {}, F],
  ['stan', `POST ${request}/{stan}`, {}, '409 DuplicateMembership'],
  ['nora', `DELETE ${request}/{asker}`, undefined, F],
  ['nora', `DELETE ${request}/{nora}`, undefined, '404 OnboardingRequestNotFound'],
  ['declined', `DELETE ${request}/{declined}`, undefined, '409 InvitationAlreadyUsed'],
  ['inviter', `PATCH ${request}/{asker}`, { status: 'APPROVED', isAdmin: true }, F],
  ['boss', `PATCH ${request}/{nora}`, { status: 'APPROVED' }, '404 OnboardingRequestNotFound'],
  ['boss', `PATCH ${request}/{declined}`, { status: 'APPROVED' }, '409 InvitationAlreadyUsed'],
  ['boss', `PATCH ${request}/{joined}`, { status: 'APPROVED' }, '409 DuplicateMembership'],
  [
    'boss',
    `PATCH ${request}/{asker}`,
    { status: 'APPROVED', organizationUserGroups: ['Foremen'] },
    '404 UserGroupNotFound',
    'organizationUserGroups',
  ],
  [
    'boss',
    `PATCH ${request}/{asker}`,
    { status: 'APPROVED', organizationUserGroups: ['Standard', 'Standard'] },
    '409 DuplicateUserGroup',
    'organizationUserGroups',
  ],
  [
    'boss',
    `PATCH ${request}/{asker}`,
    { status: 'APPROVED', reportingGroupGuid: '{nowhere}' },
    '404 ReportingGroupNotFound',
    'reportingGroupGuid',
  ],
  // Worksites and reporting groups.
  ['boss', `POST ${worksites}`, { name: 'YARD' }, '409 DuplicateWorksiteName'],
  ['boss', `PATCH ${worksites}/{camp}`, { name: 'YARD' }, '409 DuplicateWorksiteName'],
  ['boss', `POST ${worksites}`, { name: 'Dock', regionGuid: '{nowhere}' }, '404 RegionNotFound', 'regionGuid'],
  ['boss', `PATCH ${worksites}/{camp}`, { regionGuid: '{nowhere}' }, '404 RegionNotFound', 'regionGuid'],
  ['boss', `GET ${worksites}/{nowhere}`, undefined, '404 WorksiteNotFound'],
  ['boss', `PATCH ${worksites}/{shut}`, { name: 'Dock' }, '404 WorksiteNotFound'],
  ['boss', `DELETE ${worksites}/{shut}`, undefined, '404 WorksiteNotFound'],
  ['boss', `POST ${worksites}/{shut}/archive`, undefined, '404 WorksiteNotFound'],
  ['boss', `DELETE ${worksites}/{yard}`, undefined, '409 WorksiteWithEventsCannotBeRemoved'],
  [
    'boss',
    `POST ${groups}`,
    { name: 'Bay crew', description: '{long}' },
    '400 MalformedDescription',
    'description',
    'Must have at most 1,000 characters',
  ],
  ['boss', `POST ${groups}`, { name: 'quay CREW' }, '409 DuplicateReportingGroupName'],
  ['boss', `PATCH ${groups}/{idle}`, { name: 'quay CREW' }, '409 DuplicateReportingGroupName'],
  ['boss', `GET ${groups}/{nowhere}`, undefined, '404 ReportingGroupNotFound'],
  ['boss', `PATCH ${groups}/{archived}`, { name: 'Bay crew' }, '404 ReportingGroupNotFound'],
  ['boss', `DELETE ${groups}/{archived}`, undefined, '404 ReportingGroupNotFound'],
  ['boss', `DELETE ${groups}/{crew}`, undefined, '409 ReportingGroupWithEventsOrMembersCannotBeRemoved'],
  [
    'boss',
    `POST ${groups}/{crew}/archive`,
    {},
    '400 MissingRelatedEntity',
    'reassignToGuid',
    'Reporting group is required',
  ],
  [
    'boss',
    `POST ${groups}/{crew}/archive`,
    { reassignToGuid: '{crew}' },
    '404 ReportingGroupNotFound',
    'reassignToGuid',
  ],
  // Single sign-on.
  ...(
    ['GET /sso', 'PUT /sso', 'POST /sso/try', 'POST /sso/activate', 'POST /sso/deactivate', 'GET /sso/domains'] as const
  ).map(
    (asked): Row => [
      'boss',
      asked.replace(' ', ` ${nowhere}`),
      asked.startsWith('PUT') ? {} : undefined,
      noOrganization,
    ],
  ),
  ['boss', `POST ${O}/sso/try`, undefined, '404 RecordNotFound'],
  ['boss', `POST ${O}/sso/activate`, undefined, '409 SsoNotTested'],
  ['boss', `POST ${O}/sso/domains`, { domain: 'held.example' }, '409 DuplicateDomain', 'domain'],
  ['boss', `POST ${O}/sso/domains/taken.example/verify`, undefined, '409 DuplicateDomain'],
  [
    'otto',
    'POST /orgs/{elsewhere}/sso/domains',
    { domain: 'one-more.example' },
    '409 LimitReached',
    'domain',
    'An organization has at most 50 domains',
  ],
  [
    'boss',
    `POST ${O}/sso/domains/unshown.example/verify`,
    undefined,
    '400 MissingRelatedEntity',
    'domain',
    'The TXT record was not found, or says something else. New records take a while to be seen everywhere.',
  ],
  ['boss', `POST ${O}/sso/domains/unknown.example/verify`, undefined, '404 RecordNotFound'],
  ['boss', `DELETE ${O}/sso/domains/unknown.example`, undefined, '404 RecordNotFound'],
  ['', 'GET /saml/{nowhere}/metadata', undefined, noOrganization],
  ['', 'GET /saml/{org}/sign-in', undefined, noOrganization],
  ['', 'POST /saml/{nowhere}/acs', SAML, noOrganization],
  ['', 'POST /auth/sso', { code: 'A'.repeat(43) }, '401 IdentityProviderFailure'],
  // Staff, and the mailbox.
  ['nora', 'POST /staff/accesses', { organizationGuid: '{org}', reason: 'To look' }, noOrganization],
  ['nora', 'DELETE /staff/accesses/{nowhere}', undefined, noOrganization],
  ['boss', `DELETE ${O}/staff-access/{nowhere}`, undefined, noOrganization],
  ['', 'GET /mailbox', undefined, '404 RouteNotFound'],
];

/**
 * Refusals that this table cannot contain: those that need another scene, with the test that covers them, and those
 * that no request can cause, since guids are made by the server and a token always has an account.
 */
const elsewhere: readonly string[] = [
  'takeSamlAnswer IdentityProviderFailure',
  'endSso Forbidden', // single-sign-on.e2e.spec.ts
  'endSso InvitationNotAccepted', // foreign-provider.e2e.spec.ts
  'endSso InvitationVoid', // inherited-rights.e2e.spec.ts
  'beginStaffAccess StaffTurnedOut', // staff.e2e.spec.ts
  'addPasskey LimitReached', // second-factors.unit.spec.ts
  'createWorksite DuplicateGuid',
  'createReportingGroup DuplicateGuid',
  'getStartup MissingUserAccount',
  'foundOrganization MissingUserAccount',
];

const routes: readonly Route[] = [
  ...identityRoutes,
  ...memberRoutes,
  ...organizationRoutes,
  ...organizationSettingsRoutes,
  ...unitRoutes,
  ...ssoRoutes,
  ...staffRoutes,
  ...mailRoutes,
];
const operationOf = (asked: string): string => {
  const [method, path] = asked.split('?')[0]!.split(' ') as [string, string];
  const parts = path.split('/');
  const fits = ({ path: of }: Route) =>
    of.split('/').length === parts.length &&
    of.split('/').every((part, at) => part === parts[at] || (part.startsWith('{') && parts[at] !== ''));
  const found = routes
    .filter((route) => route.method === method && fits(route))
    .sort((one, another) => one.path.split('{').length - another.path.split('{').length)[0];
  if (!found) throw new Error(`Nobody answers ${asked}`);
  return found.operationId;
};

let app: TestApplication;
let dns: NameServer;
let scene: RefusalScene;
let heads: string;
let walked = 0;
const headsNow = async (): Promise<string> =>
  JSON.stringify(
    (await app.api.application.store.heads()).map(({ tenant, position }) => `${tenant} ${position}`).sort(),
  );
/** Replaces placeholders with the scene's values. */
const filled = (text: string): string =>
  text.replaceAll(/\{([\w@]+)\}/g, (_, name: string) => scene.names[name] ?? `{${name}}`);

beforeAll(async () => {
  dns = await NameServer.start();
  app = await TestApplication.start({
    dnsServers: [dns.address],
    addressLimits: { signUpsAnHour: 10_000, mailsAndTokensAnHour: 10_000 },
  });
  scene = await setRefusalScene(app, dns);
  heads = await headsNow();
}, 120_000);
afterAll(async () => {
  process.stdout.write(`${walked} refusals of accounts and organizations were walked\n`);
  dns?.stop();
  await app?.stop();
});

test.each<[who: string, asked: string, expected: string, row: Row]>(
  table.map((row) => [row[0] || 'whoever', row[1], row[3], row]),
)('%s, %s: %s', async (_who, _asked, _expected, [who, asked, body, expected, field, message]) => {
  const [method, path] = asked.split(' ') as [string, string];
  const [status, className] = expected.split(' ') as [string, ErrorClass];
  const content =
    body === undefined || Buffer.isBuffer(body) || typeof body === 'string'
      ? body
      : JSON.parse(filled(JSON.stringify(body)), (key, value: unknown) =>
          key === 'response' ? scene.passkeys[value as 'unasked'] : value,
        );
  const answer = await app.call(method, filled(path), {
    token: scene.tokens[who],
    body: content,
    headers: {
      ...(body === SAML && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(path.startsWith('/auth/refresh') && { origin: `http://localhost:${app.api.port}` }),
      ...(who !== '' && !scene.tokens[who] && { cookie: 'plimsoll-refresh=made-up' }),
    },
  });
  expect([answer.status, answer.body.className, answer.body.detail]).toEqual([
    Number(status),
    className,
    texts[className],
  ]);
  expect(
    answer.body.fieldErrors.map((error: { field: string; message: string }) => [error.field, error.message]),
  ).toEqual(field ? [[field, message ? filled(message) : texts[className]]] : []);
  walked++;
});

test('none of it has left anything in a log', async () => expect(await headsNow()).toBe(heads));

test('every class that a route refuses with by its own rules is in the table for that route, and every class of a field somewhere', () => {
  const shown = new Set(table.map(([, asked, , expected]) => `${operationOf(asked)} ${expected.split(' ')[1]}`));
  const byRule = routes.flatMap(({ operationId, refusals }) =>
    refusals.map((className) => `${operationId} ${className}`),
  );
  expect(byRule.filter((pair) => !shown.has(pair) && !elsewhere.includes(pair))).toEqual([]);
  const classes = new Set(table.map(([, , , expected]) => expected.split(' ')[1]));
  expect(
    [...new Set(routes.flatMap(({ fieldClasses }) => Object.values(fieldClasses)))].filter(
      (className) => !classes.has(className),
    ),
  ).toEqual([]);
});
