import { json, nothing, open, ownAccount, picture, recent, shared } from '../http/route-parts.ts';
import type { FieldClasses, Route } from '../http/route.ts';
import {
  authMethodAnswer, authMethodQuery, beginSessionRequest, changePasswordRequest, deviceKeyAnswer, nothingSaid, passwordResetParams, resendVerificationParams, resetPasswordRequest,
  signInAnswer, signUpAnswer, signUpRequest, verifyEmailAnswer, verifyEmailRequest,
} from './requests.ts';
import {
  addedPasskey, addedTotp, addPasskeyRequest, answerChallengeRequest, beginSessionAnswer, confirmTotpRequest, passkeyCreationOptions, passkeyParams, recoveryCodes, secondFactors, totpSecret,
} from './second-factors.ts';
import { endSessionsQuery, ownAccountParams, sessionList, sessionParams } from './sessions.ts';
import { trackingCodes } from './tracking-codes.ts';
import {
  addEmailAddressRequest, changeEmailAddressRequest, emailAddressAnswer, emailAddressList, emailAddressParams, photoQuery, profilePhoto, setPhotoQuery, updateUserRequest, user,
  userParams,
} from './user.ts';

const ofSigningIn = { identifier: 'MalformedUsername', password: 'MalformedPassword', emailVerificationToken: 'MalformedToken', redirectUrl: 'InvalidRedirectUrl' } as const satisfies FieldClasses;
const ofSigningUp = { name: 'MalformedName', emailAddress: 'MalformedEmailAddress', password: 'MalformedPassword', sizeRange: 'MalformedSizeRange', inviteToken: 'MalformedToken' } as const satisfies FieldClasses;
/** What the link of a mail that verifies an address may be refused for. */
const ofVerifying = ['MalformedToken', 'IncorrectEmailAddressVerificationToken', 'EmailAddressVerificationNotFound', 'IncorrectPassword', 'DuplicateEmailAddress'] as const;
const ofSession = ['NoToken', 'ExpiredNonRefreshableJwt'] as const;

const ofUser = { identifier: 'MalformedUsername', name: 'MalformedName', username: 'MalformedUsername' } as const satisfies FieldClasses;
const ofAddress = { emailAddress: 'MalformedEmailAddress' } as const satisfies FieldClasses;
const withAccount = ['account'] as const;
/** Answered from what no read model holds. */
const own = { ...ownAccount, readModels: [] } as const;
/** Another's account answers as one that there is not. */
const ofOwn = ['UsernameDoesNotExist'] as const;
const ofFactors = [...ofOwn, 'IncorrectSecondFactor'] as const;

/** Accounts, signing in and sessions. */
export const identityRoutes = [
  { method: 'POST', path: '/auth', operationId: 'signIn', wall: 'ONESELF', summary: 'Sign in with a password, or with the link that verifies an address', ...open, fieldClasses: ofSigningIn, refusals: [...ofVerifying, 'UserHasNoVerifiedEmailAddress', 'PasswordOrEmailAddressVerificationTokenMustBePresent'], ...json(beginSessionRequest), status: 200, answer: beginSessionAnswer },
  { method: 'POST', path: '/auth/second-factor', operationId: 'answerChallenge', wall: 'ONESELF', summary: 'Finish signing in with a second factor', ...open, refusals: ['IncorrectSecondFactor'], ...json(answerChallengeRequest), status: 200, answer: signInAnswer },
  { method: 'GET', path: '/auth/auth-method', operationId: 'getAuthMethod', summary: 'How somebody signs in', ...open, fieldClasses: { identifier: 'MalformedUsername' }, query: authMethodQuery, ...nothing, status: 200, answer: authMethodAnswer },
  { method: 'POST', path: '/auth/refresh', operationId: 'refreshSession', wall: 'ONESELF', summary: 'Trade the refresh cookie for a new token', ...open, refusals: ofSession, ...nothing, status: 200, answer: signInAnswer },
  { method: 'POST', path: '/auth/sign-out', operationId: 'signOut', wall: 'ONESELF', summary: 'End the session', ...open, ...nothing, status: 204 },
  { method: 'POST', path: '/onboarding', operationId: 'signUp', wall: 'ONESELF', summary: 'Sign up; a mail asks to verify the address, unless the link of an invitation has shown whose it is', ...open, fieldClasses: ofSigningUp, refusals: ['InvitationNotFound', 'RecipientAlreadyHasAccount'], ...json(signUpRequest), status: 202, otherStatus: 201, answer: signUpAnswer },
  { method: 'PUT', path: '/email-verification', operationId: 'verifyEmail', wall: 'ONESELF', summary: 'Verify the address that somebody signed up with, or has added to their account', ...open, fieldClasses: { verificationToken: 'MalformedToken', password: 'MalformedPassword' }, refusals: [...ofVerifying, 'NoToken'], ...json(verifyEmailRequest), status: 200, answer: verifyEmailAnswer },
  { method: 'PUT', path: '/users/{emailAddress}/resend-verification', operationId: 'resendVerification', wall: 'ONESELF', summary: 'Send the mail that verifies an address once more', ...open, fieldClasses: { emailAddress: 'MalformedEmailAddress' }, params: resendVerificationParams, ...json(trackingCodes), status: 202, answer: nothingSaid },
  { method: 'PUT', path: '/users/{identifier}/password-reset-request', operationId: 'requestPasswordReset', wall: 'ONESELF', summary: 'Send a mail that lets its reader set a new password', ...open, fieldClasses: { identifier: 'MalformedUsername' }, params: passwordResetParams, ...nothing, status: 202, answer: nothingSaid },
  { method: 'POST', path: '/password-reset', operationId: 'resetPassword', wall: 'ONESELF', summary: 'Set a new password by the link of a mail', ...open, fieldClasses: { resetToken: 'MalformedToken', newPassword: 'MalformedPassword' }, refusals: ['Forbidden', 'IncorrectPasswordResetToken', 'PasswordResetRequestNotFound'], ...json(resetPasswordRequest), status: 204 },
  { method: 'GET', path: '/users/{identifier}', operationId: 'getUser', summary: 'One’s own account', ...ownAccount, fieldClasses: ofUser, refusals: ofOwn, readModels: ['account', 'member-list', 'organization-settings'], params: userParams, ...nothing, status: 200, answer: user },
  { method: 'PATCH', path: '/users/{identifier}', operationId: 'updateUser', wall: 'ONESELF', summary: 'Change one’s name or username', ...ownAccount, fieldClasses: ofUser, refusals: [...ofOwn, 'Forbidden', 'DuplicateUsername'], readModels: withAccount, params: userParams, ...json(updateUserRequest), status: 200, answer: user },
  { method: 'GET', path: '/users/{userGuid}/email-addresses', operationId: 'listEmailAddresses', summary: 'One’s own email addresses', ...ownAccount, refusals: ofOwn, readModels: withAccount, params: ownAccountParams, ...nothing, status: 200, answer: emailAddressList },
  { method: 'POST', path: '/users/{userGuid}/email-addresses', operationId: 'addEmailAddress', wall: 'ONESELF', summary: 'Add an email address; a mail asks to verify it', ...ownAccount, ...recent, fieldClasses: ofAddress, refusals: [...ofOwn, 'Forbidden', 'DuplicateEmailAddress', 'LimitReached'], readModels: withAccount, params: ownAccountParams, ...json(addEmailAddressRequest), status: 202, answer: nothingSaid },
  { method: 'PATCH', path: '/users/{userGuid}/email-addresses/{emailAddress}', operationId: 'changeEmailAddress', wall: 'ONESELF', summary: 'Make an email address the primary one', ...ownAccount, ...recent, fieldClasses: ofAddress, refusals: [...ofOwn, 'Forbidden', 'EmailAddressNotFound', 'UnverifiedEmailAddressCannotBePrimary'], readModels: withAccount, params: emailAddressParams, ...json(changeEmailAddressRequest), status: 200, answer: emailAddressAnswer },
  { method: 'DELETE', path: '/users/{userGuid}/email-addresses/{emailAddress}', operationId: 'removeEmailAddress', wall: 'PROTECTING', summary: 'Remove an email address', ...ownAccount, ...recent, fieldClasses: ofAddress, refusals: [...ofOwn, 'Forbidden', 'EmailAddressNotFound', 'PrimaryEmailAddressCannotBeRemoved'], readModels: withAccount, params: emailAddressParams, ...nothing, status: 204 },
  { method: 'PUT', path: '/users/{userGuid}/photo', operationId: 'setProfilePhoto', wall: 'ONESELF', summary: 'Set one’s photo; the body is the picture', ...ownAccount, refusals: [...ofOwn, 'Forbidden', 'InvalidFileExtension'], readModels: withAccount, params: ownAccountParams, query: setPhotoQuery, ...picture, status: 200, answer: profilePhoto },
  { method: 'DELETE', path: '/users/{userGuid}/photo', operationId: 'removeProfilePhoto', wall: 'PROTECTING', summary: 'Remove one’s photo', ...ownAccount, refusals: [...ofOwn, 'Forbidden', 'ProfilePhotoNotFound'], readModels: withAccount, params: ownAccountParams, ...nothing, status: 204 },
  { method: 'GET', path: '/users/{userGuid}/photo', operationId: 'getProfilePhoto', summary: 'Somebody’s photo, for whoever has its address', ...open, refusals: ['ProfilePhotoNotFound'], params: ownAccountParams, query: photoQuery, ...nothing, status: 200, answerType: 'image/webp' },
  { method: 'POST', path: '/users/{userGuid}/password', operationId: 'changePassword', wall: 'ONESELF', summary: 'Change the password; other sessions end', ...own, fieldClasses: { currentPassword: 'MalformedPassword', newPassword: 'MalformedPassword' }, refusals: [...ofOwn, 'Forbidden', 'IncorrectPassword', 'PasswordNotFound'], params: ownAccountParams, ...json(changePasswordRequest), status: 204 },
  { method: 'GET', path: '/users/{userGuid}/sessions', operationId: 'listSessions', summary: 'Where one is signed in', ...own, refusals: ofOwn, params: ownAccountParams, ...nothing, status: 200, answer: sessionList },
  { method: 'DELETE', path: '/users/{userGuid}/sessions', operationId: 'endSessions', wall: 'PROTECTING', summary: 'Sign out everywhere, or everywhere else', ...own, refusals: ofOwn, params: ownAccountParams, query: endSessionsQuery, ...nothing, status: 204 },
  { method: 'DELETE', path: '/users/{userGuid}/sessions/{sessionGuid}', operationId: 'endSession', wall: 'PROTECTING', summary: 'Sign out in one place', ...own, refusals: ofOwn, params: sessionParams, ...nothing, status: 204 },
  { method: 'GET', path: '/users/{userGuid}/second-factors', operationId: 'getSecondFactors', summary: 'The second factors of the account', ...own, refusals: ofOwn, params: ownAccountParams, ...nothing, status: 200, answer: secondFactors },
  { method: 'POST', path: '/users/{userGuid}/totp', operationId: 'beginTotp', wall: 'ONESELF', summary: 'Make a secret for an authenticator app', ...own, ...recent, refusals: ofOwn, params: ownAccountParams, ...nothing, status: 200, answer: totpSecret },
  { method: 'POST', path: '/users/{userGuid}/totp/confirm', operationId: 'confirmTotp', wall: 'ONESELF', summary: 'Add the authenticator app that shows this code', ...own, ...recent, refusals: ofFactors, params: ownAccountParams, ...json(confirmTotpRequest), status: 201, answer: addedTotp },
  { method: 'DELETE', path: '/users/{userGuid}/totp', operationId: 'removeTotp', wall: 'PROTECTING', summary: 'Remove the authenticator app', ...own, ...recent, refusals: ofOwn, params: ownAccountParams, ...nothing, status: 204 },
  { method: 'POST', path: '/users/{userGuid}/passkeys/options', operationId: 'beginPasskey', wall: 'ONESELF', summary: 'What the browser makes a passkey with', ...own, ...recent, refusals: [...ofOwn, 'LimitReached'], params: ownAccountParams, ...nothing, status: 200, answer: passkeyCreationOptions },
  { method: 'POST', path: '/users/{userGuid}/passkeys', operationId: 'addPasskey', wall: 'ONESELF', summary: 'Add the passkey that the browser has made', ...own, ...recent, fieldClasses: { name: 'MalformedName' }, refusals: [...ofFactors, 'LimitReached'], params: ownAccountParams, ...json(addPasskeyRequest), status: 201, answer: addedPasskey },
  { method: 'DELETE', path: '/users/{userGuid}/passkeys/{guid}', operationId: 'removePasskey', wall: 'PROTECTING', summary: 'Remove a passkey', ...own, ...recent, refusals: ofOwn, params: passkeyParams, ...nothing, status: 204 },
  { method: 'POST', path: '/users/{userGuid}/recovery-codes', operationId: 'makeRecoveryCodes', wall: 'ONESELF', summary: 'Make other recovery codes; those before count no more', ...own, ...recent, refusals: [...ofOwn, 'MissingRelatedEntity'], params: ownAccountParams, ...nothing, status: 201, answer: recoveryCodes },
  { method: 'GET', path: '/device-key', operationId: 'getDeviceKey', summary: 'The key that seals what a browser keeps for the person', ...shared, access: 'SIGNED_IN', readModels: [], ...nothing, status: 200, answer: deviceKeyAnswer },
] as const satisfies readonly Route[];
